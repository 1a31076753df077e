import { type ColorToken, colorVariants } from '@atelier/site'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { CommitInput } from '../fields/CommitInput.tsx'
import { operations } from '../session/handles.ts'
import styles from './Design.module.css'
import { Section } from './Section.tsx'
import * as strings from './strings.ts'
import { useDesign } from './useDesign.ts'

/** The colour tokens: a swatch, the name, the value, and below it the shades and the value in the dark. */
export function Colors() {
  const { system, run } = useDesign()
  const colors = system?.colors ?? []
  const add = () => {
    const taken = new Set(colors.map(({ slug }) => slug))
    const free = ['primary', 'ink', 'paper', 'accent', 'muted'].find((slug) => !taken.has(slug))
    void run(operations.set_color_tokens, {
      tokens: [{ slug: free ?? `color-${colors.length + 1}`, lightValue: suggested[free ?? ''] ?? '#64748b' }],
    })
  }
  return (
    <Section title={strings.colours} add={{ label: strings.addAColour, onAdd: add }}>
      {colors.length === 0 && (
        <p className={styles.note}>
          {strings.noneYetAColourBecomes} <code>{strings.exampleVariable}</code> {strings.withShadesTintsAndAValue}
        </p>
      )}
      {colors.map((color) => (
        <Color key={color.id} color={color} />
      ))}
    </Section>
  )
}

const suggested: Readonly<Record<string, string>> = {
  primary: '#3b6fd4',
  ink: '#1c1f26',
  paper: '#fbfaf8',
  accent: '#c2572b',
  muted: '#6b7280',
}

function Color({ color }: { color: ColorToken }) {
  const { run } = useDesign()
  const { slug, lightValue, darkValue, darkModeEnabled } = color
  const [dark, setDark] = useState(false)
  const set = (fields: object) => run(operations.set_color_tokens, { tokens: [{ slug, lightValue, ...fields }] })
  const hasDark = darkValue !== undefined || dark
  return (
    <div className={styles.token}>
      <div className={styles.line}>
        <Swatch label={strings.choose(slug)} value={lightValue} onChange={(value) => void set({ lightValue: value })} />
        <CommitInput
          className={styles.name}
          aria-label={strings.nameOf(slug)}
          value={slug}
          onCommit={(to) => void run(operations.renameToken, { from: slug, to })}
        />
        <CommitInput
          className={styles.value}
          aria-label={strings.valueOfToken(slug)}
          value={lightValue}
          onCommit={(value) => void set({ lightValue: value })}
        />
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.moreAbout(slug)} size="sm">
              <Ellipsis size={14} />
            </IconButton>
          }
          entries={[
            { label: strings.copyVar, onSelect: () => void navigator.clipboard.writeText(`var(--${slug})`) },
            hasDark
              ? {
                  label: strings.removeTheDarkValue,
                  onSelect: () => {
                    setDark(false)
                    void set({ darkValue: '' })
                  },
                }
              : { label: strings.giveItADarkValue, onSelect: () => setDark(true) },
            { separator: true },
            {
              label: strings.deleteText,
              danger: true,
              onSelect: () => void run(operations.deleteTokens, { colors: [slug] }),
            },
          ]}
        />
      </div>
      <Ramp color={color} />
      {hasDark && (
        <div className={styles.line}>
          <Swatch
            label={strings.chooseInTheDark(slug)}
            value={darkValue ?? lightValue}
            onChange={(value) => void set({ darkValue: value })}
          />
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={darkModeEnabled}
              disabled={darkValue === undefined}
              onChange={(event) => void set({ darkModeEnabled: event.target.checked })}
            />
            {strings.dark}
          </label>
          <CommitInput
            className={styles.value}
            aria-label={strings.valueOfTokenInTheDark(slug)}
            placeholder={strings.forDarkSchemes}
            value={darkValue ?? ''}
            onCommit={(value) => void set({ darkValue: value })}
          />
        </div>
      )}
    </div>
  )
}

/** The shades from dark to light, each to be copied as what CSS calls it. */
function Ramp({ color }: { color: ColorToken }) {
  const all = colorVariants(color.lightValue, { ...color, transparencies: false })
  const shades = all.filter(({ name }) => name.startsWith('d-')).reverse()
  const tints = all.filter(({ name }) => name.startsWith('l-'))
  const steps = [...shades, { name: '', value: color.lightValue }, ...tints]
  return (
    <div className={styles.ramp}>
      {steps.map(({ name, value }) => {
        const variable = name === '' ? color.slug : `${color.slug}-${name}`
        return (
          <button
            key={name}
            type="button"
            className={styles.step}
            style={{ background: value }}
            aria-label={strings.copyVariable(variable)}
            title={`--${variable}`}
            onClick={() => void navigator.clipboard.writeText(`var(--${variable})`)}
          />
        )
      })}
    </div>
  )
}

function Swatch({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const hex = /^#[0-9a-f]{6}$/i.test(value) ? value : '#808080'
  return (
    <span className={styles.swatch} style={{ background: value }}>
      <input type="color" aria-label={label} value={hex} onChange={(event) => onChange(event.target.value)} />
    </span>
  )
}
