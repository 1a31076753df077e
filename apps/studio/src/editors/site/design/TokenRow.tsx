import { lightAndDark, printSchemes, resolveVariables, type Token } from '@atelier/site'
import { BotOff, Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { CommitInput } from '../fields/CommitInput.tsx'
import { operations } from '../session/handles.ts'
import { Sample } from './Sample.tsx'
import * as strings from './strings.ts'
import { TokenSwatch } from './TokenSwatch.tsx'
import styles from './Tokens.module.css'
import { TokenUses } from './TokenUses.tsx'
import { needsTwoLines, shortValue, usesLightDark } from './tokenList.ts'
import { useDesign } from './useDesign.ts'

interface TokenRowProps {
  token: Token
  isNew?: boolean
  /** Further entries of its menu, before that which deletes it. */
  more?: readonly MenuEntry[]
  /** The controls below its values. */
  children?: ReactNode
}

/** A token that a stylesheet declares: a sample, the name, the value, and below it the value in the dark. */
export function TokenRow({ token, isNew = false, more = [], children }: TokenRowProps) {
  const { uses, tokens, rename, run } = useDesign()
  const [open, setOpen] = useState(false)
  const [addsDark, setAddsDark] = useState(false)
  const { name, declared, kind } = token
  const bare = name.slice(2)
  const schemes = lightAndDark(token.value)
  const value = schemes?.light ?? token.value
  const dark = schemes?.dark ?? token.dark
  const painted = (text: string) => resolveVariables(text, (each) => tokens.find((token) => token.name === each)?.value)
  const darkDeclared = schemes ? declared : token.darkDeclared
  const set = (at: Token['declared'], text: string) =>
    at && void run(operations.setDeclaration, { ...declarationPlace(at), declaration: `${name}: ${text}` })
  const setLight = (text: string) => set(declared, schemes ? printSchemes(text, schemes.dark) : text)
  const setDark = (text: string) => {
    setAddsDark(false)
    if (text.trim() === '') return
    if (schemes) return set(declared, printSchemes(schemes.light, text))
    if (darkDeclared) return set(darkDeclared, text)
    if (usesLightDark(tokens)) return set(declared, printSchemes(value, text))
    const rule = tokens.find((each) => each.darkDeclared)?.darkDeclared?.ruleId
    if (rule) return void run(operations.addDeclaration, { ruleId: rule, declaration: `${name}: ${text}` })
    const css = `@media (prefers-color-scheme: dark) { :root { ${name}: ${text} } }`
    void run(operations.applyCss, { css })
  }
  const removeDark = () => {
    if (schemes) set(declared, schemes.light)
    else if (darkDeclared) void run(operations.removeDeclaration, declarationPlace(darkDeclared))
  }
  const entries: MenuEntry[] = []
  if (declared && kind === 'color') {
    entries.push(
      dark === undefined
        ? { label: strings.giveItADarkValue, onSelect: () => setAddsDark(true) }
        : { label: strings.removeTheDarkValue, onSelect: removeDark },
    )
  }
  entries.push(...more)
  if (declared) {
    const onSelect = () => void run(operations.removeDeclaration, declarationPlace(declared))
    entries.push({ label: strings.deleteText, danger: true, onSelect })
  }
  return (
    <div className={styles.token} data-kind={kind}>
      <div className={styles.line} data-long={needsTwoLines(bare, shortValue(value, kind), kind) || undefined}>
        {kind === 'color' && declared ? (
          <TokenSwatch
            label={strings.choose(bare)}
            value={value}
            shown={painted(value)}
            preview={
              token.dark === undefined
                ? (text) => `${name}: ${schemes ? printSchemes(text, schemes.dark) : text}`
                : undefined
            }
            onChange={setLight}
          />
        ) : (
          <Sample kind={kind} value={painted(value)} />
        )}
        <CommitInput
          className={styles.name}
          aria-label={strings.nameOfToken(bare)}
          value={bare}
          title={bare}
          isNew={isNew}
          onCommit={(to) => void rename(bare, to)}
        />
        <CommitInput
          className={styles.value}
          aria-label={strings.valueOfToken(bare)}
          value={value}
          shown={shortValue(value, kind)}
          title={value}
          onCommit={setLight}
        />
        <TokenMenu name={bare} uses={uses.get(name) ?? 0} onUses={() => setOpen(!open)}>
          {entries}
        </TokenMenu>
      </div>
      {(dark !== undefined || addsDark) && (
        <div className={styles.line} data-wide={(dark ?? '').length > 8 || undefined}>
          {kind === 'color' ? (
            <TokenSwatch
              label={strings.chooseDarkValue(bare)}
              value={dark ?? value}
              shown={painted(dark ?? value)}
              preview={schemes ? (text) => `${name}: ${printSchemes(schemes.light, text)}` : undefined}
              onChange={setDark}
            />
          ) : (
            <Sample kind={kind} value={painted(dark ?? value)} />
          )}
          <span className={styles.inDark}>{strings.dark}</span>
          <CommitInput
            className={styles.value}
            aria-label={strings.darkValueOfToken(bare)}
            value={dark ?? ''}
            title={dark}
            placeholder={strings.darkValuePlaceholder}
            isNew={dark === undefined}
            onCommit={setDark}
          />
          <span className={styles.menuSpace} />
        </div>
      )}
      {children}
      {open && <TokenUses name={bare} />}
    </div>
  )
}

const declarationPlace = ({ ruleId, declarationId }: NonNullable<Token['declared']>) => ({ ruleId, declarationId })

type Entries = readonly MenuEntry[]

/** The actions on a token; those special to its kind come last. */
export function TokenMenu({
  name,
  uses,
  onUses,
  children,
}: {
  name: string
  uses: number
  onUses: () => void
  children: Entries
}): ReactNode {
  const { locked, run } = useDesign()
  const isShut = locked(`--${name}`)
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={isShut ? strings.moreAboutLocked(name) : strings.moreAbout(name)} size="sm">
          {isShut ? <BotOff size={13} /> : <Ellipsis size={14} />}
        </IconButton>
      }
      entries={[
        { label: strings.copyVar, onSelect: () => void navigator.clipboard.writeText(`var(--${name})`) },
        { label: strings.whereUsed, hint: strings.usesCount(uses), onSelect: onUses },
        {
          label: isShut ? strings.unlockForTheAgent : strings.lockForTheAgent,
          onSelect: () => void run(operations.setLocked, { ids: [`--${name}`], locked: !isShut }),
        },
        { separator: true },
        ...children,
      ]}
    />
  )
}
