import {
  componentParams,
  components,
  isComponent,
  isLoop,
  type LinkValues,
  type ModuleProp,
  moduleOf,
  nodeAttribute,
  type PageNode,
  type PageTree,
  page as pageEntry,
  sourcesOf,
} from '@atelier/site'
import { Pencil, Unlink } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { askedOption, askedState } from '../../../ui/pendingChoice.ts'
import { enterComponent } from '../components/trail.ts'
import { CommitInput } from '../fields/CommitInput.tsx'
import { PathPicker } from '../links/PathPicker.tsx'
import { PicturePath } from '../media/PicturePath.tsx'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { InstanceSlots } from './InstanceSlots.tsx'
import styles from './Properties.module.css'
import * as strings from './strings.ts'

interface Field {
  prop: string
  label: string
  attribute: string
  kind: 'text' | 'number' | 'switch' | 'path' | 'picture'
  /** Given: one of these. */
  choices?: readonly { value: string; label: string }[]
  placeholder?: string
}

const PARAM_KINDS: Readonly<Record<string, Field['kind']>> = { number: 'number', url: 'path', image: 'picture' }

/** What a node is a case of, with the props of that: an image's picture, a link's goal, a loop's source. */
export function ModuleProps({ tree, node }: { tree: PageTree; node: PageNode }) {
  const session = useEditor()
  const site = useSite()
  useSiteVersion()
  const view = site?.local.view
  const module = moduleOf(tree, node)
  if (!module || !view) return null
  const ref = isComponent(node) ? (nodeAttribute(node, 'ref') ?? '') : ''
  const component = ref === '' ? undefined : pageEntry(view, ref)
  const fields = [
    ...Object.entries(module.props).flatMap(([prop, each]) => fieldOf(prop, each) ?? []),
    ...componentParams(view, ref).map((param): Field => {
      const choices = param.type === 'boolean' ? ['true', 'false'] : param.options
      return {
        prop: param.name,
        label: param.label ?? param.name,
        attribute: `param-${param.name}`,
        kind: PARAM_KINDS[param.type] ?? 'text',
        placeholder: param.default,
        ...(choices ? { choices: choices.map((value) => ({ value, label: value })) } : {}),
      }
    }),
  ].map((field) => withChoices(field, node, () => components(view)))
  if (fields.length === 0) return null
  const patch = (prop: string, value: string | boolean | null) =>
    void session.run(operations.updateNodeProps, { nodeId: node.id, patch: { [prop]: value } })
  const setLink = (field: Field, { href, target, rel }: LinkValues) =>
    void session.run(operations.updateNodeProps, {
      nodeId: node.id,
      patch: {
        [field.prop]: href === '' ? null : href,
        ...(field.attribute === 'href' ? { target: target ?? null, rel: rel ?? null } : {}),
      },
    })
  return (
    <section className={styles.group} aria-label={module.name}>
      <span className={styles.groupTitle}>{component ? strings.componentTitle(component.title) : module.name}</span>
      {fields.map((field) => (
        <div key={`${node.id} ${field.prop}`} className={styles.prop}>
          <span className={styles.propName} title={field.attribute}>
            {field.label}
          </span>
          {field.kind === 'path' ? (
            <PathPicker
              className={styles.input}
              label={field.label}
              value={linkOf(node, field)}
              placeholder={field.placeholder}
              withTarget={field.attribute === 'href'}
              onChange={(link) => setLink(field, link)}
            />
          ) : field.kind === 'picture' ? (
            <PicturePath
              className={styles.input}
              label={field.label}
              value={nodeAttribute(node, field.attribute) ?? ''}
              placeholder={field.placeholder}
              onChange={(path) => patch(field.prop, path === '' ? null : path)}
            />
          ) : (
            <Control
              field={field}
              value={nodeAttribute(node, field.attribute)}
              onChange={(next) => patch(field.prop, next)}
            />
          )}
        </div>
      ))}
      {component && <InstanceSlots tree={tree} node={node} />}
      {component && (
        <div className={styles.verbs}>
          <Button size="sm" icon={<Pencil size={13} />} onClick={() => enterComponent(session, component.id, node.id)}>
            {strings.editComponent}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            icon={<Unlink size={13} />}
            onClick={() => void session.run(operations.detachComponent, { nodeId: node.id })}
          >
            {strings.detach}
          </Button>
        </div>
      )}
    </section>
  )
}

/** A link as its panel takes it. */
function linkOf(node: PageNode, { attribute }: Field): LinkValues {
  const value = (name: string) => nodeAttribute(node, name)
  const opens = attribute === 'href' ? { target: value('target'), rel: value('rel') } : {}
  return { href: value(attribute) ?? '', ...opens }
}

function Control({
  field,
  value,
  onChange,
}: {
  field: Field
  value: string | undefined
  onChange: (next: string | boolean | null) => void
}) {
  const { label, kind, choices, placeholder } = field
  if (kind === 'switch') {
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={value !== undefined}
        onChange={(event) => onChange(askedState(event.target))}
      />
    )
  }
  if (choices) {
    const known = value === undefined || value === '' || choices.some((each) => each.value === value)
    return (
      <select
        className={styles.input}
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(askedOption(event.target, value ?? '') || null)}
      >
        <option value="">{placeholder === undefined || placeholder === '' ? strings.notSet : placeholder}</option>
        {!known && <option value={value}>{value}</option>}
        {choices.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <CommitInput
      className={styles.input}
      aria-label={label}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      placeholder={placeholder}
      value={value ?? ''}
      onCommit={(next) => onChange(next === '' && label !== 'Alternative text' ? null : next)}
    />
  )
}

function fieldOf(prop: string, { label, schema, to }: ModuleProp): Field | undefined {
  if (!('attribute' in to)) return undefined
  const values =
    'enum' in schema && Array.isArray(schema.enum) ? schema.enum.filter((each) => typeof each === 'string') : []
  const type = 'type' in schema ? schema.type : undefined
  return {
    prop,
    label,
    attribute: to.attribute,
    kind: to.attribute === 'href' ? 'path' : type === 'boolean' ? 'switch' : type === 'integer' ? 'number' : 'text',
    ...(values.length > 0 ? { choices: values.map((value) => ({ value, label: value })) } : {}),
  }
}

/** Fields whose values the site knows. */
function withChoices(field: Field, node: PageNode, all: () => readonly { id: string; title: string }[]): Field {
  if (isComponent(node) && field.attribute === 'ref') {
    return { ...field, choices: all().map(({ id, title }) => ({ value: id, label: title })) }
  }
  if (!isLoop(node)) return field
  const sources = sourcesOf({})
  if (field.attribute === 'data-source-id') {
    return { ...field, choices: sources.map(({ id, label }) => ({ value: id, label })) }
  }
  const source = sources.find(({ id }) => id === nodeAttribute(node, 'data-source-id'))
  if (field.attribute !== 'data-order-by' || !source) return field
  return { ...field, choices: source.orders.map(({ id, label }) => ({ value: id, label })) }
}

/** The attributes that `ModuleProps` shows, so that the list of attributes need not. */
export function shownAttributes(tree: PageTree, node: PageNode): ReadonlySet<string> {
  const props = Object.values(moduleOf(tree, node)?.props ?? {})
  return new Set(props.flatMap(({ to }) => ('attribute' in to ? [to.attribute] : [])))
}
