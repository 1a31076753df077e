import type { ColorToken, ColorRamp as Ramp, Token } from '@atelier/site'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { Check } from '../../../ui/Check.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { CommitInput } from '../fields/CommitInput.tsx'
import { operations } from '../session/handles.ts'
import { ColorRamp, Shades, useRampMenu } from './ColorRamp.tsx'
import { type ColorRow, colorRamp, colorRows, newColor } from './colors.ts'
import styles from './Design.module.css'
import { Section } from './Section.tsx'
import * as strings from './strings.ts'
import { TokenMenu, TokenRow } from './TokenRow.tsx'
import { TokenSwatch } from './TokenSwatch.tsx'
import tokenStyles from './Tokens.module.css'
import { TokenUses } from './TokenUses.tsx'
import { needsTwoLines, schemeValues } from './tokenList.ts'
import { useDesign } from './useDesign.ts'

/** The colour tokens: a swatch, the name, the value, and below it the shades and the value in the dark. */
export function Colors() {
  const { system, tokens, run } = useDesign()
  const colors = system?.colors ?? []
  const rows = colorRows(colors, tokens)
  const [added, setAdded] = useState<string>()
  const add = () => {
    const color = newColor(colors)
    setAdded(color.slug)
    void run(operations.set_color_tokens, { tokens: [color] })
  }
  return (
    <Section title={strings.colours} add={{ label: strings.addAColour, onAdd: add }}>
      {rows.length === 0 && (
        <p className={styles.note}>
          {strings.noColoursHintStart} <code>{strings.exampleVariable}</code> {strings.noColoursHintEnd}
        </p>
      )}
      {rows.map((row) => (
        <Row key={row.key} row={row} added={added} />
      ))}
    </Section>
  )
}

function Row({ row, added }: { row: ColorRow; added: string | undefined }) {
  if (row.kind === 'ramp') return <BareRamp ramp={row.ramp} />
  if (row.kind === 'authored') return <Authored token={row.token} ramp={row.ramp} />
  return <Color color={row.color} ramp={row.ramp} isNew={row.color.slug === added} />
}

function Authored({ token, ramp }: { token: Token; ramp: Ramp | undefined }) {
  const { entries, editing } = useRampMenu(token.name.slice(2), ramp, token.declared !== undefined)
  return (
    <TokenRow token={token} more={entries}>
      {ramp && <ColorRamp ramp={ramp} />}
      {editing && ramp && <Steps ramp={ramp} />}
    </TokenRow>
  )
}

/** A ramp with no colour that has its name: `--gray-100` and on, but no `--gray`. */
function BareRamp({ ramp }: { ramp: Ramp }) {
  const { rename } = useDesign()
  const name = ramp.name.slice(2)
  const { entries, editing } = useRampMenu(name, ramp, false)
  return (
    <div className={tokenStyles.token} data-kind="color">
      <div className={tokenStyles.line}>
        <CommitInput
          className={tokenStyles.name}
          aria-label={strings.nameOfToken(name)}
          value={name}
          onCommit={(to) => void rename(name, to)}
        />
        <span className="rigid type-caption-code tabular-nums color-secondary">
          {strings.stepsFromTo(ramp.steps[0]?.step, ramp.steps.at(-1)?.step)}
        </span>
        <Menu
          align="end"
          trigger={
            <IconButton label={strings.moreAbout(name)} size="sm">
              <Ellipsis size={14} />
            </IconButton>
          }
          entries={entries}
        />
      </div>
      <ColorRamp ramp={ramp} />
      {editing && <Steps ramp={ramp} />}
    </div>
  )
}

/** The steps of a ramp as rows of their own, to be edited one by one. */
function Steps({ ramp }: { ramp: Ramp }) {
  const { system } = useDesign()
  return (
    <div className={tokenStyles.rampSteps}>
      {ramp.steps.map(({ token }) => {
        const color = system?.colors.find(({ slug }) => `--${slug}` === token.name)
        return color ? (
          <Color key={token.name} color={color} ramp={undefined} isNew={false} />
        ) : (
          <TokenRow key={token.name} token={token} />
        )
      })}
    </div>
  )
}

function Color({ color, ramp, isNew }: { color: ColorToken; ramp: Ramp | undefined; isNew: boolean }) {
  const { uses, rename, run } = useDesign()
  const [open, setOpen] = useState(false)
  const { slug, lightValue, darkValue, darkModeEnabled } = color
  const [dark, setDark] = useState(false)
  const menu = useRampMenu(slug, ramp, color.declared !== undefined)
  const set = (fields: object) => run(operations.set_color_tokens, { tokens: [{ slug, lightValue, ...fields }] })
  const hasDark = darkValue !== undefined || dark
  return (
    <div className={tokenStyles.token}>
      <div className={tokenStyles.line} data-long={needsTwoLines(slug, lightValue, 'color') || undefined}>
        <TokenSwatch
          label={strings.choose(slug)}
          value={lightValue}
          preview={darkValue === undefined ? (value) => `--${slug}: ${value}` : undefined}
          onChange={(value) => void set({ lightValue: value })}
        />
        <CommitInput
          className={tokenStyles.name}
          aria-label={strings.nameOfToken(slug)}
          value={slug}
          title={slug}
          isNew={isNew}
          onCommit={(to) => void rename(slug, to)}
        />
        <CommitInput
          className={tokenStyles.value}
          aria-label={strings.valueOfToken(slug)}
          value={lightValue}
          title={lightValue}
          onCommit={(value) => void set(schemeValues(value))}
        />
        <TokenMenu name={slug} uses={uses.get(`--${slug}`) ?? 0} onUses={() => setOpen(!open)}>
          {[
            hasDark
              ? {
                  label: strings.removeTheDarkValue,
                  onSelect: () => {
                    setDark(false)
                    void set({ darkValue: '' })
                  },
                }
              : { label: strings.giveItADarkValue, onSelect: () => setDark(true) },
            ...menu.entries,
            {
              label: strings.deleteText,
              danger: true,
              onSelect: () => void run(operations.deleteTokens, { colors: [slug] }),
            },
          ]}
        </TokenMenu>
      </div>
      {ramp ? <ColorRamp ramp={ramp} /> : <OwnShades color={color} />}
      {hasDark && (
        <div className={tokenStyles.line}>
          <TokenSwatch
            label={strings.chooseDarkValue(slug)}
            value={darkValue ?? lightValue}
            preview={undefined}
            onChange={(value) => void set({ darkValue: value })}
          />
          <Check
            size="sm"
            className="color-secondary"
            label={strings.dark}
            checked={darkModeEnabled}
            disabled={darkValue === undefined}
            pending
            onChange={(enabled) => void set({ darkModeEnabled: enabled })}
          />
          <CommitInput
            className={tokenStyles.value}
            aria-label={strings.darkValueOfToken(slug)}
            placeholder={strings.darkValuePlaceholder}
            value={darkValue ?? ''}
            onCommit={(value) => void set({ darkValue: value })}
          />
        </div>
      )}
      {menu.editing && ramp && <Steps ramp={ramp} />}
      {open && <TokenUses name={slug} />}
    </div>
  )
}

/** The shades and tints that the design system derives; none of a colour that has neither. */
function OwnShades({ color }: { color: ColorToken }) {
  const shades = colorRamp(color)
  return shades.length > 1 ? <Shades label={strings.shadesOf(color.slug)} shades={shades} /> : null
}
