import type { Token } from '@atelier/site'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { CommitInput } from '../fields/CommitInput.tsx'
import { operations } from '../session/handles.ts'
import { Sample } from './Sample.tsx'
import * as strings from './strings.ts'
import styles from './Tokens.module.css'
import { TokenUses } from './TokenUses.tsx'
import { splitSchemes } from './tokenList.ts'
import { useDesign } from './useDesign.ts'

/** A token that a stylesheet declares: a sample, the name, the value, and below it the value in the dark. */
export function TokenRow({ token, isNew = false }: { token: Token; isNew?: boolean }) {
  const { uses, rename, run } = useDesign()
  const [open, setOpen] = useState(false)
  const { name, declared } = token
  const bare = name.slice(2)
  const schemes = splitSchemes(token.value)
  const [value, dark] = schemes ?? [token.value, token.dark]
  const darkDeclared = schemes ? declared : token.darkDeclared
  const set = (at: Token['declared'], text: string) =>
    at && void run(operations.setDeclaration, { ...placeOf(at), declaration: `${name}: ${text}` })
  return (
    <div className={styles.token}>
      <div className={styles.line}>
        <Sample kind={token.kind} value={value} />
        <CommitInput
          className={styles.name}
          aria-label={strings.nameOf(bare)}
          value={bare}
          isNew={isNew}
          onCommit={(to) => void rename(bare, to)}
        />
        <CommitInput
          className={styles.value}
          aria-label={strings.valueOfToken(bare)}
          value={value}
          title={value}
          onCommit={(text) => set(declared, schemes ? `light-dark(${text}, ${schemes[1]})` : text)}
        />
        <TokenMenu name={bare} uses={uses.get(name) ?? 0} onUses={() => setOpen(!open)}>
          {declared
            ? [
                {
                  label: strings.deleteText,
                  danger: true,
                  onSelect: () => void run(operations.removeDeclaration, placeOf(declared)),
                },
              ]
            : []}
        </TokenMenu>
      </div>
      {dark !== undefined && (
        <div className={styles.line}>
          <Sample kind={token.kind} value={dark} />
          <span className={styles.inDark}>{strings.dark}</span>
          <CommitInput
            className={styles.value}
            aria-label={strings.darkValueOfToken(bare)}
            value={dark}
            onCommit={(text) => set(darkDeclared, schemes ? `light-dark(${schemes[0]}, ${text})` : text)}
          />
          <span className={styles.menuSpace} />
        </div>
      )}
      {open && <TokenUses name={bare} />}
    </div>
  )
}

const placeOf = ({ ruleId, declarationId }: NonNullable<Token['declared']>) => ({ ruleId, declarationId })

type Entries = readonly MenuEntry[]

/** What can be done with a token; what is special to its kind stands at the end. */
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
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={strings.moreAbout(name)} size="sm">
          <Ellipsis size={14} />
        </IconButton>
      }
      entries={[
        { label: strings.copyVar, onSelect: () => void navigator.clipboard.writeText(`var(--${name})`) },
        { label: strings.whereUsed, hint: strings.usesCount(uses), onSelect: onUses },
        { separator: true },
        ...children,
      ]}
    />
  )
}
