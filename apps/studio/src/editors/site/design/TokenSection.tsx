import { useState } from 'react'
import { operations } from '../session/handles.ts'
import styles from './Design.module.css'
import { Section } from './Section.tsx'
import * as strings from './strings.ts'
import { TokenRow } from './TokenRow.tsx'
import { authoredOf } from './tokenList.ts'
import { useDesign } from './useDesign.ts'

const words = {
  radius: { title: strings.radii, add: strings.addARadius, hint: strings.noRadiiHint, name: 'radius', value: '8px' },
  shadow: {
    title: strings.shadows,
    add: strings.addAShadow,
    hint: strings.noShadowsHint,
    name: 'shadow',
    value: '0 2px 8px rgb(0 0 0 / 0.12)',
  },
  other: {
    title: strings.otherTokens,
    add: strings.addAToken,
    hint: strings.noOtherTokensHint,
    name: 'token',
    value: '1',
  },
} as const

/** The tokens of a kind that only stylesheets declare: radii, shadows, and what is for none of the others. */
export function TokenSection({ kind }: { kind: keyof typeof words }) {
  const { tokens, run } = useDesign()
  const { title, add, hint, name, value } = words[kind]
  const own = authoredOf(tokens, kind)
  const [added, setAdded] = useState<string>()
  const create = () => {
    const taken = new Set(tokens.map((token) => token.name))
    let free: string = name
    for (let number = 2; taken.has(`--${free}`); number += 1) free = `${name}-${number}`
    setAdded(`--${free}`)
    void run(operations.batch, {
      calls: [
        { name: 'addRule', input: { selector: ':root' } },
        { name: 'addDeclaration', input: { ruleId: '$0.ruleId', declaration: `--${free}: ${value}` } },
      ],
    })
  }
  return (
    <Section title={title} add={{ label: add, onAdd: create }}>
      {own.length === 0 && <p className={styles.note}>{hint}</p>}
      {own.map((token) => (
        <TokenRow key={token.declared?.declarationId ?? token.name} token={token} isNew={token.name === added} />
      ))}
    </Section>
  )
}
