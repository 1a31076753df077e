import { errorOf } from '../api/client.ts'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import styles from './RouteStates.module.css'
import { Spinner } from './Spinner.tsx'
import * as strings from './strings.ts'

/** While the code of a page is on its way. */
export function RoutePending() {
  return (
    <div className={styles.page}>
      <Spinner size={20} label={strings.loading} />
    </div>
  )
}

/** Where a page cannot be shown at all. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  const { code, message, hint } = errorOf(error)
  // A new version was deployed while this tab was open: its chunks are gone from the server.
  const stale = /dynamically imported module|module script|preload CSS/i.test(message)
  const title = stale
    ? strings.theStudioHasBeenUpdated
    : code === 'offline'
      ? message
      : strings.thisPageCannotBeShown(message)
  return (
    <div className={styles.page}>
      <div className={styles.box}>
        <ErrorNote
          title={title}
          actions={
            <Button size="sm" onClick={() => (stale ? window.location.reload() : reset())}>
              {stale ? strings.loadTheNewVersion : strings.tryAgain}
            </Button>
          }
        >
          {stale ? strings.earlierWorkIsSaved : (hint ?? strings.earlierWorkIsSaved)}
        </ErrorNote>
      </div>
    </div>
  )
}

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <div className={styles.page}>
      <EmptyState title={strings.notFoundTitle} actions={<Link to={paths.projects}>{strings.goToYourProjects}</Link>}>
        {strings.notFoundHint}
      </EmptyState>
    </div>
  )
}
