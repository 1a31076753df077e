import { errorText } from '@atelier/operation'
import { kindsOf, type PageEntry, pageTranslationTask, settings } from '@atelier/site'
import { useCallback, useState } from 'react'
import { TranslateDialog } from '../../../shell/agent/translation/TranslateDialog.tsx'
import { useShell } from '../../../shell/layout/context.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { useEditor, useSite } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from './strings.ts'

/** Asks which texts of a translated page the agent is to translate, says what that takes, and hands it over. */
export function TranslateTexts({ page, source, onClose }: { page: PageEntry; source: PageEntry; onClose: () => void }) {
  const session = useEditor()
  const site = useSite()
  const shell = useShell()
  const [which, setWhich] = useState<'all' | 'changed'>('all')
  const onlyChanged = which === 'changed'

  const read = useCallback(async () => {
    const asked = { pageId: page.id, kinds: kindsOf(onlyChanged), limit: 1 }
    const answer = await session.attempt(operations.listStaleTexts, asked)
    const failure = errorText(answer)
    const work = answer.ok && answer.data?.translations.find(({ pageId }) => pageId === page.id)
    if (!work) return failure === undefined ? {} : { failure }
    const entries = onlyChanged ? work.changed : work.changed + work.untranslated + work.new
    return { size: { entries, characters: work.characters, label: strings.sizeOfTexts(entries, work.words) } }
  }, [session, page.id, onlyChanged])

  const start = () => {
    const from = source.locale ?? (site && settings(site.local.view).language) ?? 'en'
    const to = page.locale ?? ''
    // The subject of the run is open beside it.
    session.openPage(page.id)
    shell.sendToAgent(pageTranslationTask({ pageId: page.id, title: page.title, from: String(from), to, onlyChanged }))
  }
  return (
    <TranslateDialog
      scope="site"
      projectId={session.projectId}
      title={strings.translateTexts(page.title)}
      description={strings.translateTextsHint}
      read={read}
      nothing={strings.nothingToTranslate}
      onStart={start}
      onClose={onClose}
    >
      <Segmented
        label={strings.whichTexts}
        value={which}
        onChange={setWhich}
        options={[
          { value: 'all', label: strings.allOpen },
          { value: 'changed', label: strings.onlyChanged },
        ]}
      />
    </TranslateDialog>
  )
}
