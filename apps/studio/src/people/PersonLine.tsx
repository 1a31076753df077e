import type { Me, Person } from '@atelier/api'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deletionFailure, removePerson } from '../api/index.ts'
import { Button, ConfirmDialog, IconButton } from '../ui/index.ts'
import { ChangeAccess } from './ChangeAccess.tsx'
import styles from './People.module.css'
import { canChange } from './rights.ts'
import * as strings from './strings.ts'
import { accessLine, initials, keysInWords, roleLabel } from './words.ts'

/** One member: who they are, what they may do; change it, remove them. */
export function PersonLine({
  person,
  me,
  projectNames,
}: {
  person: Person
  me: Me | undefined
  projectNames: ReadonlyMap<string, string>
}) {
  const queryClient = useQueryClient()
  const [changing, setChanging] = useState(false)
  const [removing, setRemoving] = useState(false)
  const self = person.id === me?.user.id
  const remove = async () => {
    const answer = await removePerson(person.id)
    const failure = deletionFailure(answer)
    if (failure === undefined) await queryClient.invalidateQueries({ queryKey: ['people'] })
    return failure
  }
  return (
    <div className={styles.line}>
      <span className={styles.avatar} aria-hidden="true">
        {initials(person.name)}
      </span>
      <div className={styles.who}>
        <p className="break-anywhere font-medium">
          {person.name}
          {self && <span className={styles.you}>{strings.you}</span>}
        </p>
        <p className={styles.meta}>{person.email}</p>
      </div>
      <div className={styles.access}>
        <p>{roleLabel(person.role)}</p>
        <p className={styles.meta}>{accessLine(person, projectNames)}</p>
      </div>
      {canChange(person, me) && (
        <div className={styles.actions}>
          <Button onClick={() => setChanging(true)} aria-label={strings.changeWhatMayDo(person.name)}>
            {strings.change}
          </Button>
          <IconButton label={strings.remove(person.name)} onClick={() => setRemoving(true)}>
            <Trash2 size={15} />
          </IconButton>
        </div>
      )}
      <ChangeAccess person={person} open={changing} onOpenChange={setChanging} />
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={strings.removePersonQuestion(person.name)}
        confirm={strings.removeButton}
        onConfirm={remove}
      >
        <p>{strings.theyAreSignedOutEverywhereAt(keysInWords(person.keys))}</p>
        <p className={styles.kept}>{strings.everythingTheyMadeStaysTheirChats(person.email)}</p>
      </ConfirmDialog>
    </div>
  )
}
