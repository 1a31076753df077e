import { Button } from '../../ui/index.ts'
import { ago, dateAndTime } from '../../ui/words.ts'
import type { ContentComment } from '../session/handles.ts'
import styles from './Comments.module.css'
import * as strings from './strings.ts'

/** Comments with their authors and what they are about; open ones can be resolved. */
export function CommentList({
  comments,
  nameOf,
  aboutOf,
  onResolve,
}: {
  comments: readonly ContentComment[]
  nameOf(id: string): string
  aboutOf?(comment: ContentComment): string
  /** Absent for those who may only read. */
  onResolve?: ((comment: ContentComment, resolved: boolean) => void) | undefined
}) {
  return (
    <ul className={styles.list}>
      {comments.map((comment) => {
        const name = nameOf(comment.author)
        const at = Date.parse(comment.at)
        return (
          <li key={comment.id} className={styles.comment} data-resolved={comment.resolved || undefined}>
            <div className="row wrap gap-8">
              <span className="font-medium">{name}</span>
              <time className="quiet" dateTime={comment.at} title={dateAndTime(at)}>
                {ago(at)}
              </time>
              <span className="grow" />
              {onResolve && (
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={comment.resolved ? undefined : strings.resolveOf(name)}
                  onClick={() => onResolve(comment, !comment.resolved)}
                >
                  {comment.resolved ? strings.reopen : strings.resolve}
                </Button>
              )}
            </div>
            {aboutOf && <span className="quiet">{aboutOf(comment)}</span>}
            <p className={styles.text}>{comment.text}</p>
          </li>
        )
      })}
    </ul>
  )
}
