import { ConfirmDialog } from '../../ui/index.ts'
import * as strings from './sharingStrings.ts'
import type { useSharing } from './useSharing.ts'

/** Asks before the default language's value is shown where another language has its own. */
export function AskSharing({
  share,
  asked,
  dismiss,
}: Pick<ReturnType<typeof useSharing>, 'share' | 'asked' | 'dismiss'>) {
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onOpenChange={(open) => !open && dismiss()}
      title={strings.differTitle}
      confirm={strings.takeDefault}
      onConfirm={() => asked && share(asked.all, true)}
    >
      {asked?.why} {strings.differHint}
    </ConfirmDialog>
  )
}
