import { errorOf } from '../api/client.ts'
import { Link } from '../navigation/Link.tsx'
import { paths } from '../navigation/paths.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import * as strings from './strings.ts'
import styles from './Workbench.module.css'

/**
 * Shown instead of a project's page that cannot be loaded: the reason, and the next step.
 * @param missing what to say where it does not exist for this person
 */
export function NotOpened({ failure, missing, onRetry }: { failure: unknown; missing: string; onRetry(): void }) {
  const { status, message, hint } = errorOf(failure)
  return (
    <div className={styles.middle}>
      <ErrorNote
        title={status === 404 ? missing : message}
        actions={
          <>
            {status !== 404 && <Button onClick={onRetry}>{strings.tryAgain}</Button>}
            <Link to={paths.projects}>{strings.allProjects}</Link>
          </>
        }
      >
        {hint}
      </ErrorNote>
    </div>
  )
}
