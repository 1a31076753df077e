import { page as pageEntry, sourcePage } from '@atelier/site'
import { Languages } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useCompact } from '../../../ui/media.ts'
import { Popover } from '../../../ui/Popover.tsx'
import { Skeleton } from '../../../ui/Spinner.tsx'
import { useEditor, useEditorState, useSite, useSiteVersion } from '../session/context.ts'
import * as strings from './strings.ts'
import styles from './Translation.module.css'
import { useStaleTexts } from './useStaleTexts.ts'

const TranslateTexts = lazy(async () => ({ default: (await import('./TranslateTexts.tsx')).TranslateTexts }))
const StaleList = lazy(async () => ({ default: (await import('./StaleList.tsx')).StaleList }))

/** For a page that translates another one: how many of its texts are to be looked at, and the list of them. */
export function Translation() {
  const session = useEditor()
  const compact = useCompact()
  const site = useSite()
  useSiteVersion()
  const [open, setOpen] = useState(false)
  const [translating, setTranslating] = useState<string>()
  const documentId = useEditorState((state) => state.documentId)
  const entry = site && documentId !== undefined ? pageEntry(site.local.view, documentId) : undefined
  const source = site && entry && sourcePage(site.local.view, entry)
  const stale = useStaleTexts(source ? entry?.id : undefined)
  if (!entry || !source) return null
  const count = stale.found && stale.found.texts.length + stale.found.left
  return (
    <>
      <Popover
        label={strings.translation}
        open={open}
        onOpenChange={(next) => {
          setOpen(next)
          if (next) stale.refresh()
        }}
        align="end"
        bare
        trigger={
          <Button
            variant="quiet"
            className={styles.trigger}
            aria-label={count === undefined ? strings.translation : strings.translationState(count)}
            title={strings.translation}
            icon={<Languages size={16} />}
          >
            {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
          </Button>
        }
      >
        <section className={styles.panel} aria-label={strings.translation}>
          <header className={styles.head}>
            <h2 className="type-heading">{strings.ofSource(source.title, entry.locale ?? '')}</h2>
            <span className="ms-auto tabular-nums quiet" role="status">
              {count === undefined ? '' : strings.textsToLookAt(count)}
            </span>
          </header>
          <div className={`${styles.note} ${'flex wrap gap-4'}`}>
            <Button size="sm" onClick={() => session.openPage(source.id)}>
              {strings.openTheSource}
            </Button>
            {count !== undefined && count > 0 && (
              <Button
                size="sm"
                onClick={() => {
                  setOpen(false)
                  setTranslating(entry.id)
                }}
              >
                {strings.withTheAgent}
              </Button>
            )}
          </div>
          {stale.failed && <p className={styles.note}>{strings.notRead}</p>}
          {stale.found && (
            <Suspense fallback={<Skeleton width="80%" />}>
              <StaleList
                pageId={entry.id}
                sourceId={source.id}
                found={stale.found}
                onAnswered={stale.refresh}
                // There the list lies over the page.
                onGone={() => compact && setOpen(false)}
              />
            </Suspense>
          )}
        </section>
      </Popover>
      {translating === entry.id && (
        <Suspense>
          <TranslateTexts page={entry} source={source} onClose={() => setTranslating(undefined)} />
        </Suspense>
      )}
    </>
  )
}
