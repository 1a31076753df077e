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
} from '@atelier/site'
import { Pencil, Unlink } from 'lucide-react'
import { Suspense } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { enterComponent } from '../components/trail.ts'
import { PathPicker } from '../links/PathPicker.tsx'
import { PicturePath } from '../media/PicturePath.tsx'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { FieldMenu, LoopSettings } from './contentParts.ts'
import { InstanceSlots } from './InstanceSlots.tsx'
import { loopAttributes } from './loopAttributes.ts'
import { PropControl, type PropField } from './PropControl.tsx'
import styles from './Properties.module.css'
import * as strings from './strings.ts'

const PARAM_KINDS: Readonly<Record<string, PropField['kind']>> = { number: 'number', url: 'path', image: 'picture' }

/** The module of a node, with its props: an image's picture, a link's goal, a loop's source. */
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
    ...componentParams(view, ref).map((param): PropField => {
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
  if (isLoop(node))
    return (
      <Suspense>
        <LoopSettings key={node.id} node={node} fields={fields} title={module.name} />
      </Suspense>
    )
  const patch = (prop: string, value: string | boolean | null) =>
    void session.run(operations.updateNodeProps, { nodeId: node.id, patch: { [prop]: value } })
  const setLink = (field: PropField, { href, target, rel }: LinkValues) =>
    void session.run(operations.updateNodeProps, {
      nodeId: node.id,
      patch: {
        [field.prop]: href === '' ? null : href,
        ...(field.attribute === 'href' ? { target: target ?? null, rel: rel ?? null } : {}),
      },
    })
  return (
    <section className="grid gap-6" aria-label={module.name}>
      <span className="type-label color-secondary">
        {component ? strings.componentTitle(component.title) : module.name}
      </span>
      {fields.map((field) => (
        <div key={`${node.id} ${field.prop}`} className={styles.prop}>
          <span className="quiet" title={field.attribute}>
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
            <PropControl
              field={field}
              value={nodeAttribute(node, field.attribute)}
              onChange={(next) => patch(field.prop, next)}
            />
          )}
          {field.kind !== 'switch' && field.attribute !== 'ref' && (
            <Suspense>
              <FieldMenu tree={tree} node={node} label={field.label} onPick={(token) => patch(field.prop, token)} />
            </Suspense>
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
function linkOf(node: PageNode, { attribute }: PropField): LinkValues {
  const value = (name: string) => nodeAttribute(node, name)
  const opens = attribute === 'href' ? { target: value('target'), rel: value('rel') } : {}
  return { href: value(attribute) ?? '', ...opens }
}

function fieldOf(prop: string, { label, schema, to }: ModuleProp): PropField | undefined {
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
function withChoices(field: PropField, node: PageNode, all: () => readonly { id: string; title: string }[]): PropField {
  if (isComponent(node) && field.attribute === 'ref') {
    return { ...field, choices: all().map(({ id, title }) => ({ value: id, label: title })) }
  }
  return field
}

/** The attributes that `ModuleProps` shows, so that the list of attributes need not. */
export function shownAttributes(tree: PageTree, node: PageNode): ReadonlySet<string> {
  const props = Object.values(moduleOf(tree, node)?.props ?? {})
  const own = props.flatMap(({ to }) => ('attribute' in to ? [to.attribute] : []))
  return new Set(isLoop(node) ? [...own, ...loopAttributes(node)] : own)
}
