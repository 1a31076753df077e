import type { ErrorComponentProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { errorOf } from '../api/client.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorNote } from './ErrorNote.tsx'
import styles from './RouteStates.module.css'
import { Spinner } from './Spinner.tsx'

/** While the code of a page is on its way. */
export function RoutePending() {
  return (
    <div className={styles.page}>
      <Spinner size={20} label="Loading" />
    </div>
  )
}

/** Where a page cannot be shown at all. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { code, message, hint } = errorOf(error)
  // A new version was deployed while this tab was open: its chunks are gone from the server.
  const stale = /dynamically imported module|module script|preload CSS/i.test(message)
  const title = stale
    ? 'The studio has been updated.'
    : code === 'offline'
      ? message
      : `This page cannot be shown. ${message}`
  return (
    <div className={styles.page}>
      <div className={styles.box}>
        <ErrorNote
          title={title}
          actions={
            <Button size="sm" onClick={() => (stale ? window.location.reload() : reset())}>
              {stale ? 'Load the new version' : 'Try again'}
            </Button>
          }
        >
          {stale ? 'What you did before is saved.' : (hint ?? 'What you did before is saved.')}
        </ErrorNote>
      </div>
    </div>
  )
}

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <div className={styles.page}>
      <EmptyState title="There is nothing here" actions={<Link to="/">Go to your projects</Link>}>
        The address may be mistyped, or what it showed has been deleted.
      </EmptyState>
    </div>
  )
}
