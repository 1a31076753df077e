import { ExternalLink, Monitor, Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { openEntryPreview } from '../../api/code.ts'
import { EmptyState, IconButton, Segmented, Skeleton } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import { PageFrames } from './PageFrames.tsx'
import styles from './SitePreview.module.css'

/** In CSS pixels. */
const WIDTHS = { phone: 390, desktop: 1280 } as const
/** A window narrower than this shows the page as a phone does, in CSS pixels. */
const PHONE = 600
type Width = keyof typeof WIDTHS

export interface SitePreviewProps {
  model: string
  entryId: string
  /** The languages that the form shows. */
  locales: readonly string[]
  /** The branch on which the entry waits, which is what is shown then. */
  branch: string | undefined
  /** Another one whenever the entry is. */
  version: string
}

/** The page of an entry on the site, whatever its state; shown again after every save. */
export function SitePreview({ model, entryId, locales, branch, version }: SitePreviewProps) {
  const { project } = useContent()
  const [width, setWidth] = useState<Width>(() => (window.innerWidth < PHONE ? 'phone' : 'desktop'))
  const [wanted, setWanted] = useState<string>()
  const [first = ''] = locales
  const locale = wanted !== undefined && locales.includes(wanted) ? wanted : first
  const [opened, setOpened] = useState<{ url: string } | { failure: string; hint: string | undefined }>()

  // Each state of the entry has an address of its own: it may lie elsewhere on the site than the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is shown again.
  useEffect(() => {
    let isLate = false
    const entry = { model, id: entryId, ...(locale === '*' ? {} : { locale }), ...(branch ? { branch } : {}) }
    void openEntryPreview(project.id, entry).then((answer) => {
      if (isLate) return
      if (answer.ok) setOpened({ url: answer.value.url })
      else setOpened({ failure: answer.error.message, hint: answer.error.hint })
    })
    return () => {
      isLate = true
    }
  }, [project.id, model, entryId, locale, branch, version])

  const url = opened && 'url' in opened ? opened.url : undefined
  return (
    <section className={styles.pane} aria-label={strings.onTheSite}>
      <div className="row gap-6">
        {locales.length > 1 && (
          <Segmented
            label={strings.languageShown}
            value={locale}
            onChange={setWanted}
            options={locales.map((value) => ({ value, label: value }))}
          />
        )}
        <span className="grow" />
        <Segmented
          label={strings.widthShown}
          value={width}
          onChange={setWidth}
          options={[
            { value: 'phone', label: strings.phoneWidth, icon: <Smartphone size={13} /> },
            { value: 'desktop', label: strings.desktopWidth, icon: <Monitor size={13} /> },
          ]}
        />
        <IconButton
          size="sm"
          label={strings.openInTab}
          disabled={url === undefined}
          onClick={() => window.open(url, '_blank', 'noopener,noreferrer')}
        >
          <ExternalLink size={13} />
        </IconButton>
      </div>
      {opened && 'failure' in opened ? (
        <EmptyState title={opened.failure}>{opened.hint}</EmptyState>
      ) : url === undefined ? (
        <Skeleton height={320} />
      ) : (
        <PageFrames url={url} width={WIDTHS[width]} title={strings.previewOf(locale)} />
      )}
    </section>
  )
}
