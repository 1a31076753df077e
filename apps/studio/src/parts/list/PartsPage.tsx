import type { ListedPart, PartFolder, Project } from '@atelier/api'
import { folderPath } from '@atelier/cad'
import { useQuery } from '@tanstack/react-query'
import { Box, FolderPlus, Search, Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorOf, rehearsalsQuery } from '../../api/index.ts'
import { createStore, type Store, useStore } from '../../documents/store.ts'
import { useNavigate, useSearchParam } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import { ProjectMenu } from '../../shell/bar/ProjectMenu.tsx'
import { RoomSwitch } from '../../shell/bar/RoomSwitch.tsx'
import { Button, EmptyState, ErrorNote, IconButton, Skeleton, TextField, useToast } from '../../ui/index.ts'
import type { ListSession } from '../session/listSession.ts'
import * as strings from '../strings.ts'
import { NameDialog, type NameRequest } from './NameDialog.tsx'
import { NewPart } from './NewPart.tsx'
import styles from './Parts.module.css'
import { PartsGrid } from './PartsGrid.tsx'
import { type PartStart, useNewPart } from './useNewPart.ts'

interface PartsPageProps {
  project: Project
  /** The live list; undefined until it is there. */
  session: ListSession | undefined
  /** The parts and folders as the server told them. */
  listed: { parts: readonly ListedPart[]; folders: readonly PartFolder[] } | undefined
  failure: unknown
  onRetry(): void
}

const noParts = createStore<readonly ListedPart[] | undefined>(undefined)
const noFolders = createStore<readonly PartFolder[] | undefined>(undefined)
const noProblem = createStore<{ message: string } | undefined>(undefined)

/** The parts of a project in their folders, with their pictures. */
export function PartsPage({ project, session, listed, failure, onRetry }: PartsPageProps) {
  const live = useStore<readonly ListedPart[] | undefined, readonly ListedPart[] | undefined>(
    session?.parts ?? noParts,
    (value) => value,
  )
  const liveFolders = useStore<readonly PartFolder[] | undefined, readonly PartFolder[] | undefined>(
    session?.folders ?? noFolders,
    (value) => value,
  )
  const parts = live ?? listed?.parts
  const folders = liveFolders ?? listed?.folders ?? []
  // A folder that is gone is shown as the top.
  const folder = folderPath(folders, useSearchParam('folder')).at(-1)
  const readsOnly = project.role === 'viewer' || project.role === 'reviewer'
  const { busy, make } = useNewPart(project.id, parts?.map(({ name }) => name) ?? [])
  const start = (begun: PartStart) => make(begun, folder?.id)
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<NameRequest>()
  useProblems(session?.problem ?? noProblem)
  useKeys(project.id, session)
  const words = search.trim().toLowerCase()
  const isEmpty = parts?.length === 0 && folders.length === 0

  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <ProjectMenu name={project.name} />
        <RoomSwitch room="parts" projectId={project.id} />
      </header>
      <main className={styles.main}>
        <div className={styles.head}>
          <h1 className="type-title tight grow">{folder?.name ?? strings.parts}</h1>
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
          {session && !readsOnly && parts && !isEmpty && (
            <IconButton
              label={strings.newFolder}
              onClick={() =>
                setAsked({
                  title: strings.newFolder,
                  name: '',
                  verb: strings.makeFolder,
                  done: (name) => session.createFolder(name, folder?.id),
                })
              }
            >
              <FolderPlus size={15} />
            </IconButton>
          )}
          {parts && !isEmpty && !readsOnly && <NewPart projectId={project.id} busy={busy} onStart={start} />}
        </div>
        {!parts && failure ? (
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
        ) : !parts ? (
          <div className={styles.grid} aria-busy="true">
            <Skeleton height={220} radius={10} />
            <Skeleton height={220} radius={10} />
            <Skeleton height={220} radius={10} />
          </div>
        ) : isEmpty ? (
          <NoParts projectId={project.id} readsOnly={readsOnly} busy={busy} onStart={start} />
        ) : (
          <PartsGrid
            projectId={project.id}
            parts={parts}
            folders={folders}
            folder={folder?.id}
            words={words}
            session={readsOnly ? undefined : session}
            askName={setAsked}
          />
        )}
      </main>
      <NameDialog request={asked} onClose={() => setAsked(undefined)} />
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
