import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { errorOf, meQuery, peopleQuery, projectsQuery } from '../api/index.ts'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { Button, EmptyState, ErrorNote, Skeleton } from '../ui/index.ts'
import { InvitationLine } from './InvitationLine.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import styles from './People.module.css'
import { PersonLine } from './PersonLine.tsx'
import { canChangeInvitation, isAlone } from './rights.ts'
import * as strings from './strings.ts'

/** Who works here and who is invited. */
export function People() {
  const me = useQuery(meQuery())
  const people = useQuery({ ...peopleQuery(), retry: false })
  const projects = useQuery(projectsQuery())
  const [inviting, setInviting] = useState(false)
  const names = new Map(projects.data?.projects.map(({ id, name }) => [id, name]))
  const forbidden = people.isError && errorOf(people.error).status === 403
  const alone = people.data !== undefined && isAlone(people.data)
  const invite = (
    <Button variant="primary" icon={<UserPlus size={15} />} onClick={() => setInviting(true)}>
      {strings.invite}
    </Button>
  )
  return (
    <SettingsPage
      title={strings.people}
      lead={strings.leadWhoWorksHereAndIn}
      action={people.data && !alone ? invite : undefined}
    >
      {forbidden ? (
        <ErrorNote tone="info" title={strings.onlyAnOwnerOrAnAdmin}>
          {strings.askOneOfThemToInvite}
        </ErrorNote>
      ) : people.isPending ? (
        <Skeleton height={128} radius={10} />
      ) : people.isError ? (
        <ErrorNote
          title={errorOf(people.error).message}
          actions={
            <Button size="sm" onClick={() => people.refetch()}>
              {strings.tryAgain}
            </Button>
          }
        >
          {errorOf(people.error).hint}
        </ErrorNote>
      ) : (
        <>
          <ul className={styles.card}>
            {people.data.people.map((person) => (
              <li key={person.id}>
                <PersonLine person={person} me={me.data} projectNames={names} />
              </li>
            ))}
          </ul>
          {alone && (
            <section className={styles.card}>
              <EmptyState icon={<Users size={20} />} title={strings.youWorkHereAlone} actions={invite}>
                {strings.inviteSomebodyToEditReviewOr}
              </EmptyState>
            </section>
          )}
          {people.data.invitations.length > 0 && (
            <section className="grid one-column gap-12">
              <h2 className="type-subheading">{strings.invited}</h2>
              <ul className={styles.card}>
                {/* By address: a new link replaces the invitation, and its dialog must outlive that. */}
                {people.data.invitations.map((invitation) => (
                  <li key={invitation.email}>
                    <InvitationLine
                      invitation={invitation}
                      projectNames={names}
                      mayTouch={canChangeInvitation(invitation, me.data?.workspace.role)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      <InviteDialog open={inviting} onOpenChange={setInviting} />
    </SettingsPage>
  )
}
