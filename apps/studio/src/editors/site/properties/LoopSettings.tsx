import { type LoopSource, nodeAttribute, nodeAttributes, type PageNode, sourcesOf } from '@atelier/site'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { shownModelsQuery } from '../../../api/content.ts'
import { askedOption } from '../../../ui/pendingChoice.ts'
import { CommitInput } from '../fields/CommitInput.tsx'
import { useEditor } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { withoutEntries } from './fieldsAround.ts'
import { FILTER, LOCALE, loopAttributes } from './loopAttributes.ts'
import { PropControl, type PropField } from './PropControl.tsx'
import styles from './Properties.module.css'
import * as strings from './strings.ts'

/** What `data-source-id` says of a loop through a collection. */
const ROWS = 'data.rows'
/** Set by the choice of the source. */
const OF_SOURCE: ReadonlySet<string> = new Set(['sourceId', 'tableId', 'orderBy'])

/** The source of a loop, its order, filter and limit. */
export function LoopSettings({ node, fields, title }: { node: PageNode; fields: readonly PropField[]; title: string }) {
  const session = useEditor()
  const { data } = useQuery(shownModelsQuery(session.projectId))
  const content = data && withoutEntries(data)
  const sources = sourcesOf(content ? { content } : {})
  const attribute = (name: string) => nodeAttribute(node, name) ?? ''
  const [sourceId, table] = [attribute('data-source-id'), attribute('data-table-id')]
  const value = sourceKey({ id: sourceId, ...(sourceId === ROWS ? { table } : {}) })
  const source = sources.find((each) => sourceKey(each) === value)
  const patch = (props: Record<string, string | boolean | null>) =>
    void session.run(operations.updateNodeProps, { nodeId: node.id, patch: props })
  const filters = nodeAttributes(node).filter(([name]) => name.startsWith(FILTER))
  const setSource = (key: string) => {
    const next = sources.find((each) => sourceKey(each) === key)
    if (!next) return
    const orders = next.orders.some(({ id }) => id === attribute('data-order-by'))
    patch({
      sourceId: next.id,
      tableId: next.table ?? null,
      ...(orders ? {} : { orderBy: null }),
      // Filters and languages are those of one source.
      ...Object.fromEntries(loopAttributes(node).map((name) => [name, null])),
    })
  }
  return (
    <section className="grid gap-6" aria-label={title}>
      <span className="type-label color-secondary">{title}</span>
      <div className={styles.prop}>
        <span className="quiet">{strings.source}</span>
        <select
          className={styles.input}
          aria-label={strings.source}
          value={value}
          onChange={(event) => setSource(askedOption(event.target, value))}
        >
          {!source && <option value={value}>{table === '' ? sourceId : table}</option>}
          {sources.map((each) => (
            <option key={sourceKey(each)} value={sourceKey(each)}>
              {each.label}
            </option>
          ))}
        </select>
      </div>
      <Choice
        label={strings.orderedBy}
        none={strings.asTheyAre}
        value={attribute('data-order-by')}
        options={source?.orders.map(({ id, label }) => ({ value: id, label })) ?? []}
        onChange={(orderBy) => patch({ orderBy })}
      />
      {fields
        .filter(({ prop }) => !OF_SOURCE.has(prop))
        .map((field) => (
          <div key={field.prop} className={styles.prop}>
            <span className="quiet" title={field.attribute}>
              {field.label}
            </span>
            <PropControl
              field={field}
              value={nodeAttribute(node, field.attribute)}
              onChange={(next) => patch({ [field.prop]: next })}
            />
          </div>
        ))}
      {content && source?.table !== undefined && content.locales.supported.length > 1 && (
        <Choice
          label={strings.language}
          none={strings.thatOfThePage}
          value={attribute(LOCALE)}
          options={content.locales.supported.map((locale) => ({ value: locale, label: locale }))}
          onChange={(locale) => patch({ [LOCALE]: locale })}
        />
      )}
      <Filters source={source} filters={filters} onChange={(name, next) => patch({ [name]: next })} />
    </section>
  )
}

/** Which entries are shown: one line for each condition. */
function Filters({
  source,
  filters,
  onChange,
}: {
  source: LoopSource | undefined
  filters: readonly (readonly [name: string, value: string])[]
  onChange: (name: string, value: string | null) => void
}) {
  const [added, setAdded] = useState<string>()
  const known = new Map(source?.filters.map((filter) => [FILTER + filter.name, filter]))
  const fieldLabel = (name: string) =>
    source?.fields.find((field) => FILTER + field.name === name)?.label ?? known.get(name)?.label ?? name
  const given = new Set(filters.map(([name]) => name))
  const shown =
    added === undefined || given.has(added) || !known.has(added) ? filters : [...filters, [added, ''] as const]
  return (
    <>
      {shown.map(([name, value]) => {
        const values = known.get(name)?.values
        const label = strings.onlyWhere(fieldLabel(name))
        return (
          <div key={name} className={styles.attribute}>
            <span className="quiet" title={name}>
              {fieldLabel(name)}
            </span>
            {values ? (
              <select
                className={styles.input}
                aria-label={label}
                value={value}
                onChange={(event) => onChange(name, askedOption(event.target, value) || null)}
              >
                <option value="">{strings.notSet}</option>
                {values.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            ) : (
              <CommitInput
                className={styles.input}
                aria-label={label}
                isNew={name === added}
                value={value}
                onCommit={(next) => onChange(name, next === '' ? null : next)}
              />
            )}
            <button
              type="button"
              className={styles.remove}
              aria-label={strings.removeItem(fieldLabel(name))}
              onClick={() => {
                setAdded(undefined)
                if (given.has(name)) onChange(name, null)
              }}
            >
              <X size={13} />
            </button>
          </div>
        )
      })}
      {source && (
        <Choice
          label={strings.onlyEntriesWith}
          none={strings.addAFilter}
          value=""
          options={source.filters.flatMap(({ name }) =>
            given.has(FILTER + name) ? [] : [{ value: FILTER + name, label: fieldLabel(FILTER + name) }],
          )}
          onChange={(name) => name !== null && setAdded(name)}
        />
      )}
    </>
  )
}

/** One of several, or none. */
function Choice({
  label,
  none,
  value,
  options,
  onChange,
}: {
  label: string
  none: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (next: string | null) => void
}) {
  const isKnown = value === '' || options.some((each) => each.value === value)
  return (
    <div className={styles.prop}>
      <span className="quiet">{label}</span>
      <select
        className={styles.input}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(askedOption(event.target, value) || null)}
      >
        <option value="">{none}</option>
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

const sourceKey = ({ id, table }: { id: string; table?: string | undefined }) =>
  table === undefined ? id : `${id} ${table}`
