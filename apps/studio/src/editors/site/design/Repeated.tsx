import { type RepeatedValue, repeatedValues, suggestName, type Token } from '@atelier/site'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { RenameField } from '../fields/RenameField.tsx'
import { useSite } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import styles from './Design.module.css'
import { Sample } from './Sample.tsx'
import { Section } from './Section.tsx'
import * as strings from './strings.ts'
import { useDesign } from './useDesign.ts'

/** How many are shown before the rest is unfolded. */
const FEW = 4
/** The stylesheets are read again this long after a change, in ms. */
const SETTLING = 300

/** Values that occur in many places, each to be made a token at once. */
export function Repeated() {
  const { tokens } = useDesign()
  const values = useRepeated(tokens)
  const [all, setAll] = useState(false)
  if (values.length === 0) return null
  return (
    <Section title={strings.repeated}>
      <p className={styles.note}>{strings.repeatedHint}</p>
      {values.slice(0, all ? undefined : FEW).map((value) => (
        <Suggestion key={`${value.kind} ${value.value}`} repeated={value} tokens={tokens} />
      ))}
      {values.length > FEW && (
        <div className={styles.more}>
          <Button size="sm" variant="quiet" onClick={() => setAll(!all)}>
            {all ? strings.showFewer : strings.showAll(values.length)}
          </Button>
        </div>
      )}
    </Section>
  )
}

function useRepeated(tokens: readonly Token[]): RepeatedValue[] {
  const site = useSite()
  const [values, setValues] = useState<RepeatedValue[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setValues(site && tokens ? repeatedValues(site.local.view) : []), SETTLING)
    return () => clearTimeout(timer)
  }, [site, tokens])
  return values
}

function Suggestion({ repeated, tokens }: { repeated: RepeatedValue; tokens: readonly Token[] }) {
  const { run } = useDesign()
  const [naming, setNaming] = useState(false)
  const { value, kind, count, token } = repeated
  const promote = (name: string) => void run(operations.promoteValue, { value, kind, name })
  return (
    <div className={styles.suggestion}>
      <Sample kind={kind} value={value} />
      {naming ? (
        <RenameField
          label={strings.nameOfNewToken(value)}
          value={suggestName(repeated, tokens)}
          suggestion
          onDone={(name) => {
            setNaming(false)
            if (name !== undefined) promote(name)
          }}
        />
      ) : (
        <span className="grid grow min-w-0">
          <span className="truncate type-caption-code color-text" title={value}>
            {value}
          </span>
          <span className={styles.count}>{strings.stands(count)}</span>
        </span>
      )}
      {!naming && (
        <Button
          size="sm"
          aria-label={token === undefined ? strings.makeTokenOf(value) : strings.takeTokenFor(token, value)}
          onClick={() => (token === undefined ? setNaming(true) : promote(token))}
        >
          {token === undefined ? strings.makeToken : strings.takeToken(token)}
        </Button>
      )}
    </div>
  )
}
