import { cascadeRules } from '@atelier/site'
import { useEffect, useMemo, useState } from 'react'
import { ColorPopover } from '../properties/color/ColorPopover.tsx'
import { siteColors } from '../properties/color/siteColors.ts'
import { useEditor, useSite } from '../session/context.ts'
import styles from './Sample.module.css'

interface TokenSwatchProps {
  label: string
  value: string
  /** The resolved colour, if it names another token. */
  shown?: string
  /** The custom property with this value, to show a colour that is only tried; undefined where it is not shown. */
  preview: ((value: string) => string) | undefined
  onChange: (value: string) => void
}

/** The colour of a token, which opens the picker; a colour that is tried shows on the canvas. */
export function TokenSwatch({ label, value, shown = value, preview, onChange }: TokenSwatchProps) {
  const session = useEditor()
  const site = useSite()
  const [open, setOpen] = useState(false)
  useEffect(() => () => session.frames.preview.set(''), [session])
  const palette = useMemo(() => {
    const page = open ? session.page.get() : undefined
    const others = site && page ? siteColors(cascadeRules(site.local.view, page.model.tree(), page.id)) : []
    return { tokens: [], others }
  }, [open, session, site])
  return (
    <ColorPopover
      label={label}
      side="right"
      value={value}
      shown={shown}
      palette={palette}
      against={undefined}
      open={open}
      onOpenChange={setOpen}
      onPreview={(next) => {
        if (preview) session.frames.preview.set(next === undefined ? '' : `:root { ${preview(next)} !important; }`)
      }}
      onCommit={onChange}
      trigger={
        <button type="button" className={styles.swatch} aria-label={label}>
          <span style={{ background: shown }} />
        </button>
      }
    />
  )
}
