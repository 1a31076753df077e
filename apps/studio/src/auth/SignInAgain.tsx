import type { Me } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { meQuery } from '../api/account.ts'
import { paths } from '../navigation/paths.ts'
import { Dialog } from '../ui/index.ts'
import { SignInForm } from './SignInForm.tsx'
import * as strings from './strings.ts'

/** Asks the user to sign in again in a dialog over the open page, which keeps its state. */
export function SignInAgain({ me, onDone }: { me: Me; onDone(): void }) {
  const queryClient = useQueryClient()
  const shown = useRef(me)
  return (
    <Dialog open onOpenChange={() => undefined} title={strings.signInAgain} description={strings.signInAgainLead}>
      <SignInForm
        email={shown.current.user.email}
        onSignedIn={async () => {
          const now = await queryClient.fetchQuery({ ...meQuery(), staleTime: 0 })
          if (now.user.id !== shown.current.user.id) {
            // Nothing of the user before is left for another one.
            window.location.assign(paths.projects)
            return
          }
          onDone()
          // The server can be reached again: connections and queries need not wait until they try by themselves.
          window.dispatchEvent(new Event('online'))
          await queryClient.invalidateQueries()
        }}
      />
    </Dialog>
  )
}
