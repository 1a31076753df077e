import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { Suspense } from 'react'
import { errorOf } from '../../api/client.ts'
import { contentQuery } from '../../api/content.ts'
import { useSearchParam } from '../../navigation/context.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote, Skeleton } from '../../ui/index.ts'
import { EntryForm } from '../form/EntryForm.tsx'
import { EntryList } from '../list/EntryList.tsx'
import { ModelList } from '../navigator/ModelList.tsx'
import { modelRooms, type RoomEntry, rooms } from '../navigator/rooms.ts'
import { BranchList } from '../review/BranchList.tsx'
import { BranchReview } from '../review/BranchReview.tsx'
import { RunReview } from '../review/RunReview.tsx'
import { type ContentOverview, useContent } from '../session/context.ts'
import { FirstModel } from '../setup/FirstModel.tsx'
import { SetUp } from '../setup/SetUp.tsx'
import * as strings from '../strings.ts'
import styles from './Content.module.css'

/** The id of the only entry of a singleton or a dictionary. */
const ONLY_ENTRY = 'main'

/** The screen that the address requests: the models, the entries of one, an entry, or a review. */
export function ContentRoom() {
  const { project, place, go } = useContent()
  const { data: overview, error, refetch } = useQuery(contentQuery(project.id))
  if (error && !overview) {
    const { message, hint } = errorOf(error)
    return (
      <div className={styles.note}>
        <ErrorNote
          title={message}
          actions={
            <Button size="sm" onClick={() => void refetch()}>
              {strings.tryAgain}
            </Button>
          }
        >
          {hint}
        </ErrorNote>
      </div>
    )
  }
  if (!overview) return <Shape />
  if (overview.phase === 'uninitialized') {
    const open = findRoom(place.room)
    return open?.beforeSetUp ? <Room key={open.id} room={open} overview={overview} /> : <SetUp />
  }
  return (
    <div className="column min-h-0 h-full">
      {overview.phase === 'error' && (
        <div className={styles.note}>
          <ErrorNote title={strings.contentIsBroken}>{overview.error}</ErrorNote>
        </div>
      )}
      {overview.phase === 'init_pending' && place.review === undefined && (
        <div className={styles.note}>
          <ErrorNote
            tone="attention"
            title={strings.settingUp}
            actions={
              <Button size="sm" onClick={() => go({ review: 'all' })}>
                {strings.reviewThem}
              </Button>
            }
          />
        </div>
      )}
      <Place overview={overview} />
    </div>
  )
}

function Place({ overview }: { overview: ContentOverview }) {
  const { project, place } = useContent()
  const run = useSearchParam('run')
  if (run !== undefined) return <RunReview key={run} run={run} />
  const room = findRoom(place.room)
  if (room) return <Room key={room.id} room={room} overview={overview} />
  if (place.review === 'all') return <BranchList overview={overview} />
  if (place.review !== undefined) return <BranchReview key={place.review} overview={overview} branchId={place.review} />
  if (place.model === undefined) return <Models overview={overview} />
  const model = overview.models.find(({ id }) => id === place.model)
  if (!model) {
    return (
      <div className={styles.note}>
        <ErrorNote
          title={strings.modelIsGone}
          actions={<Link to={paths.content(project.id)}>{strings.overview}</Link>}
        />
      </div>
    )
  }
  const modelRoom = modelRooms.find(({ id, when }) => id === place.room && (when?.(model) ?? true))
  if (modelRoom) {
    return (
      <Suspense key={modelRoom.id} fallback={<Shape />}>
        <modelRoom.Room key={model.id} model={model} overview={overview} />
      </Suspense>
    )
  }
  if (place.entry !== undefined) return <EntryForm key={model.id} model={model} entryId={place.entry} />
  if (model.kind === 'singleton' || model.kind === 'dictionary')
    return <EntryForm key={model.id} model={model} entryId={ONLY_ENTRY} />
  return <EntryList key={model.id} model={model} />
}

const findRoom = (id: string | undefined) => rooms.find((room) => room.id === id)

function Room({ room: { Room: Content }, overview }: { room: RoomEntry; overview: ContentOverview }) {
  const { place } = useContent()
  return (
    <Suspense fallback={<Shape />}>
      <Content key={place.model} overview={overview} />
    </Suspense>
  )
}

/** All models, and those that are ready to be added. */
function Models({ overview }: { overview: ContentOverview }) {
  const { project, readsOnly } = useContent()
  const isEmpty = overview.models.length === 0
  return (
    <main className="grow min-h-0 overflow-auto bg-sunken">
      <div className={styles.column}>
        <h1 className="type-title">{isEmpty ? strings.noModels : strings.content}</h1>
        <p className={styles.text}>{isEmpty ? strings.noModelsHint : strings.modelsOfThisProject}</p>
        {!isEmpty && (
          <div className={styles.models}>
            <ModelList overview={overview} label={strings.overview} alone />
          </div>
        )}
        {!readsOnly && overview.phase === 'active' && (
          <>
            {!isEmpty && <h2 className={styles.heading}>{strings.newModel}</h2>}
            <Link className={styles.import} to={paths.content(project.id, { room: 'import' })}>
              <FileUp size={14} aria-hidden="true" />
              {strings.importFile}
            </Link>
            <FirstModel present={overview.models.map(({ id }) => id)} />
          </>
        )}
      </div>
    </main>
  )
}

const Shape = () => (
  <div className="grow min-h-0 overflow-auto bg-sunken" aria-busy="true">
    <div className={styles.column}>
      <Skeleton width={180} height={28} />
      <Skeleton height={36} />
      <Skeleton height={36} />
      <Skeleton height={36} />
    </div>
  </div>
)
