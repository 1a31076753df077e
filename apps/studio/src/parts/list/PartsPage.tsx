import type { ListedPart, Project } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { Box, Search, Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorOf, rehearsalsQuery } from '../../api/index.ts'
import { createStore, type Store, useStore } from '../../documents/store.ts'
import { useNavigate } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import { ProjectMenu } from '../../shell/bar/ProjectMenu.tsx'
import { RoomSwitch } from '../../shell/bar/RoomSwitch.tsx'
import { Button, EmptyState, ErrorNote, Skeleton, TextField, useToast } from '../../ui/index.ts'
import type { ListSession } from '../session/listSession.ts'
import * as strings from '../strings.ts'
import { NewPart } from './NewPart.tsx'
import { PartCard } from './PartCard.tsx'
import styles from './Parts.module.css'
import { RenamePart } from './RenamePart.tsx'
import { type PartStart, useNewPart } from './useNewPart.ts'

interface PartsPageProps {
  project: Project
  /** The live list; undefined until it is there. */
  session: ListSession | undefined
  /** The parts as the server told them. */
  listed: readonly ListedPart[] | undefined
  failure: unknown
  onRetry(): void
}

const noParts = createStore<readonly ListedPart[] | undefined>(undefined)
const noProblem = createStore<{ message: string } | undefined>(undefined)

/** The parts of a project, with their pictures. */
export function PartsPage({ project, session, listed, failure, onRetry }: PartsPageProps) {
  const live = useStore<readonly ListedPart[] | undefined, readonly ListedPart[] | undefined>(
    session?.parts ?? noParts,
    (value) => value,
  )
  const parts = live ?? listed
  const readsOnly = project.role === 'viewer' || project.role === 'reviewer'
  const { busy, make } = useNewPart(project.id, parts?.map(({ name }) => name) ?? [])
  const [search, setSearch] = useState('')
  const [renaming, setRenaming] = useState<ListedPart>()
  const { show } = useToast()
  useProblems(session?.problem ?? noProblem)
  useKeys(project.id, session)
  const words = search.trim().toLowerCase()
  const shown = parts?.filter(({ name }) => name.toLowerCase().includes(words))

  const remove = ({ id, name }: ListedPart) => {
    if (!session?.remove(id)) return
    show({
      title: strings.deleted(name),
      id: 'part-deleted',
      action: { label: strings.undo, onSelect: session.undo },
    })
  }
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <ProjectMenu name={project.name} />
        <RoomSwitch room="parts" projectId={project.id} />
      </header>
      <main className={styles.main}>
        <div className={styles.head}>
          <h1 className="type-title tight grow">{strings.parts}</h1>
          {parts && parts.length > 1 && (
            <TextField
              label={strings.searchParts}
              hideLabel
              placeholder={strings.searchParts}
              type="search"
              className={styles.search}
              leading={<Search size={14} />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
          {parts && parts.length > 0 && !readsOnly && <NewPart projectId={project.id} busy={busy} onStart={make} />}
        </div>
        {!shown && failure ? (
          <ErrorNote
            title={errorOf(failure).message}
            actions={
              <Button size="sm" onClick={onRetry}>
                {strings.tryAgain}
              </Button>
            }
          >
            {errorOf(failure).hint}
          </ErrorNote>
        ) : !shown ? (
          <div className={styles.grid} aria-busy="true">
            <Skeleton height={220} radius={10} />
            <Skeleton height={220} radius={10} />
            <Skeleton height={220} radius={10} />
          </div>
        ) : parts?.length === 0 ? (
          <NoParts projectId={project.id} readsOnly={readsOnly} busy={busy} onStart={make} />
        ) : shown.length === 0 ? (
          <p className="color-secondary">{strings.nothingFound}</p>
        ) : (
          <ul className={styles.grid}>
            {shown.map((part) => (
              <li key={part.id}>
                <PartCard
                  projectId={project.id}
                  part={part}
                  {...(readsOnly || !session
                    ? {}
                    : { onRename: () => setRenaming(part), onDelete: () => remove(part) })}
                />
              </li>
            ))}
          </ul>
        )}
      </main>
      <RenamePart
        part={renaming}
        onClose={() => setRenaming(undefined)}
        onRename={(partId, name) => session?.rename(partId, name)}
      />
    </div>
  )
}

/** The purpose of this place, and how a first part is made. */
function NoParts({
  projectId,
  readsOnly,
  busy,
  onStart,
}: {
  projectId: string
  readsOnly: boolean
  busy: boolean
  onStart(start: PartStart): void
}) {
  const ideas = useQuery({ ...rehearsalsQuery('part', projectId), enabled: !readsOnly }).data?.rehearsals ?? []
  return (
    <>
      <EmptyState
        icon={<Box size={20} />}
        title={strings.noPartsYet}
        actions={!readsOnly && <NewPart projectId={projectId} busy={busy} onStart={onStart} />}
      >
        {readsOnly ? strings.noPartsToRead : strings.noPartsHint}
      </EmptyState>
      {ideas.length > 0 && (
        <ul className={styles.ideas}>
          {ideas.slice(0, 3).map((rehearsal) => (
            <li key={rehearsal.id}>
              <Button icon={<Sparkles size={14} />} disabled={busy} onClick={() => onStart({ kind: 'ask', rehearsal })}>
                {rehearsal.title}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Undo and the way to the site by the keys that they have everywhere; in a text the browser's own undo stays. */
function useKeys(projectId: string, session: ListSession | undefined) {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key === 'e' && !event.shiftKey) navigate(paths.project(projectId))
      else if (key !== 'z' || (event.target instanceof HTMLElement && event.target.matches('input, textarea'))) return
      else if (event.shiftKey) session?.redo()
      else session?.undo()
      event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [session, navigate, projectId])
}

/** Says what was refused. */
function useProblems(problems: Store<{ message: string } | undefined>) {
  const { show } = useToast()
  const problem = useStore(problems, (value) => value)
  useEffect(() => {
    if (problem) show({ title: problem.message, tone: 'attention', id: 'parts-problem' })
  }, [problem, show])
}
