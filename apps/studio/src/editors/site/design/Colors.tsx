import type { ColorToken } from '@atelier/site'
import { useState } from 'react'
import { askedState } from '../../../ui/pendingChoice.ts'
import { CommitInput } from '../fields/CommitInput.tsx'
import { operations } from '../session/handles.ts'
import { colorRamp, newColor } from './colors.ts'
import styles from './Design.module.css'
import { Section } from './Section.tsx'
import * as strings from './strings.ts'
import { TokenMenu, TokenRow } from './TokenRow.tsx'
import { TokenSwatch } from './TokenSwatch.tsx'
import tokenStyles from './Tokens.module.css'
import { TokenUses } from './TokenUses.tsx'
import { authoredOf, schemeValues } from './tokenList.ts'
import { useDesign } from './useDesign.ts'

/** The colour tokens: a swatch, the name, the value, and below it the shades and the value in the dark. */
export function Colors() {
  const { system, tokens, run } = useDesign()
  const authored = authoredOf(tokens, 'color')
  const colors = system?.colors ?? []
  const [added, setAdded] = useState<string>()
  const add = () => {
    const color = newColor(colors)
    setAdded(color.slug)
    void run(operations.set_color_tokens, { tokens: [color] })
  }
  return (
    <Section title={strings.colours} add={{ label: strings.addAColour, onAdd: add }}>
      {colors.length + authored.length === 0 && (
        <p className={styles.note}>
          {strings.noColoursHintStart} <code>{strings.exampleVariable}</code> {strings.noColoursHintEnd}
        </p>
      )}
      {colors.map((color) => (
        <Color key={color.id} color={color} isNew={color.slug === added} />
      ))}
      {authored.map((token) => (
        <TokenRow key={token.name} token={token} />
      ))}
    </Section>
  )
}

function Color({ color, isNew }: { color: ColorToken; isNew: boolean }) {
  const { uses, rename, run } = useDesign()
  const [open, setOpen] = useState(false)
  const { slug, lightValue, darkValue, darkModeEnabled } = color
  const [dark, setDark] = useState(false)
  const set = (fields: object) => run(operations.set_color_tokens, { tokens: [{ slug, lightValue, ...fields }] })
  const hasDark = darkValue !== undefined || dark
  return (
    <div className={tokenStyles.token}>
      <div className={tokenStyles.line}>
        <TokenSwatch
          label={strings.choose(slug)}
          value={lightValue}
          preview={darkValue === undefined ? (value) => `--${slug}: ${value}` : undefined}
          onChange={(value) => void set({ lightValue: value })}
        />
        <CommitInput
          className={tokenStyles.name}
          aria-label={strings.nameOf(slug)}
          value={slug}
          isNew={isNew}
          onCommit={(to) => void rename(slug, to)}
        />
        <CommitInput
          className={tokenStyles.value}
          aria-label={strings.valueOfToken(slug)}
          value={lightValue}
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
            {
              label: strings.deleteText,
              danger: true,
              onSelect: () => void run(operations.deleteTokens, { colors: [slug] }),
            },
          ]}
        </TokenMenu>
      </div>
      <Ramp color={color} />
      {hasDark && (
        <div className={tokenStyles.line}>
          <TokenSwatch
            label={strings.chooseDarkValue(slug)}
            value={darkValue ?? lightValue}
            preview={undefined}
            onChange={(value) => void set({ darkValue: value })}
          />
          <label className={tokenStyles.check}>
            <input
              type="checkbox"
              checked={darkModeEnabled}
              disabled={darkValue === undefined}
              onChange={(event) => void set({ darkModeEnabled: askedState(event.target) })}
            />
            {strings.dark}
          </label>
          <CommitInput
            className={tokenStyles.value}
            aria-label={strings.darkValueOfToken(slug)}
            placeholder={strings.darkValuePlaceholder}
            value={darkValue ?? ''}
            onCommit={(value) => void set({ darkValue: value })}
          />
        </div>
      )}
      {open && <TokenUses name={slug} />}
    </div>
  )
}

/** The shades from dark to light, each to be copied as what CSS calls it. */
function Ramp({ color }: { color: ColorToken }) {
  return (
    <div className={tokenStyles.ramp}>
      {colorRamp(color).map(({ variable, value }) => (
        <button
          key={variable}
          type="button"
          className={tokenStyles.step}
          style={{ background: value }}
          aria-label={strings.copyVariable(variable)}
          title={`--${variable}`}
          onClick={() => void navigator.clipboard.writeText(`var(--${variable})`)}
        />
      ))}
    </div>
  )
}
