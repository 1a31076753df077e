import { type PageNode, type PageTree, wholeToken } from '@atelier/site'
import { askedOption } from '../../../ui/pendingChoice.ts'
import { useFieldsAround } from './fieldsAround.ts'
import styles from './Properties.module.css'
import * as strings from './strings.ts'

/** Which field of the entry around is the text of an element; nothing where there is no entry. */
export function FieldChoice({
  tree,
  node,
  text,
  onPick,
}: {
  tree: PageTree
  node: PageNode
  text: string
  onPick: (text: string) => void
}) {
  const around = useFieldsAround(tree, node)
  if (around.length === 0) return null
  const value = wholeToken(text)?.text ?? ''
  const options = around.flatMap(({ name, label, fields }) =>
    fields.map((field) => ({
      value: `{${name}.${field.name}${field.kind === 'rich' ? '|html' : ''}}`,
      label: around.length > 1 ? `${label} · ${field.label}` : field.label,
    })),
  )
  const isKnown = value === '' || options.some((each) => each.value === value)
  return (
    <div className={styles.prop}>
      <span className="quiet">{strings.showsField}</span>
      <select
        className={styles.input}
        aria-label={strings.showsField}
        value={value}
        onChange={(event) => {
          const asked = askedOption(event.target, value)
          if (asked !== '') onPick(asked)
        }}
      >
        <option value="">{strings.textOfThePage}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    </div>
  )
}
