import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import {
  type ComponentParam,
  checkParams,
  componentParams,
  isParamName,
  type ParamType,
  paramsKey,
  paramValue,
} from '../../component/params.ts'
import type { SiteContext } from '../../context/context.ts'
import { describe, setAttribute, setClasses, setText } from '../../document/edit.ts'
import { holdsToken, unescapeTokens } from '../../document/tokenText.ts'
import { nodeAttribute, nodeClasses, type PageNode } from '../../document/tree.ts'
import { findNode, type Target } from '../shared/target.ts'

const Input = Type.Object(
  {
    nodeId: Type.String({ description: 'In the component itself, not in an instance' }),
    attribute: Type.Optional(
      Type.String({ maxLength: 100, description: 'href, src, alt, class …; absent: the text of the node' }),
    ),
    name: Type.Optional(Type.String({ maxLength: 61, description: 'As in {params.name}; by default made of the tag' })),
    label: Type.Optional(Type.String({ maxLength: 200 })),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\s{}]+$' }), {
        maxItems: 50,
        description: 'For class: the classes to choose one of',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The name of a parameter made of an attribute, where none is given. */
const NAMES: Readonly<Record<string, string>> = { href: 'link', src: 'picture', class: 'variant' }
const TYPES: Readonly<Record<string, ParamType>> = { href: 'url', src: 'image', class: 'choice' }

export const addComponentParam = defineOperation({
  id: 'site.addComponentParam',
  summary: 'Make a part of a component a parameter',
  description:
    'Turn the text or an attribute of a node in a component into a parameter: its present value is the default, and each instance can set another one. Of class with options: a variant, whose value is the class.',
  icon: 'sliders-horizontal',
  keywords: [
    'parameter from text',
    'editable text in component',
    'expose property',
    'component variant',
    'make dynamic',
  ],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['site', 'page'],
  input: Input,
  output: Type.Object({
    componentId: Type.String(),
    nodeId: Type.String(),
    name: Type.String(),
    default: Type.String(),
  }),
  async run(context: SiteContext, input) {
    const target = await findNode(context, input.nodeId)
    if (target.refused) return target.refused
    const { entry, node } = target.found
    if (entry.kind !== 'component') {
      const hint = 'Make a component with createComponent, and name a node in it.'
      return fail('not_in_component', `“${entry.title}” is not a component.`, { path: '/nodeId', hint })
    }
    const known = componentParams(context.site, entry.id)
    const name = input.name ?? freeName(nameFor(node, input.attribute), known)
    if (!isParamName(name) || known.some((each) => each.name === name)) {
      const hint = 'Use lower case letters, digits, - and _, beginning with a letter, and a name of its own.'
      return fail('invalid_param', `"${name}" is not a valid name of a new parameter.`, { path: '/name', hint })
    }
    const part = paramPart(context, target.found, input, `{params.${name}}`)
    if (part.refused) return part.refused
    const { type, value, write, warnings = [] } = part
    const param: ComponentParam = {
      name,
      type,
      default: value,
      ...(input.label ? { label: input.label } : {}),
      ...(input.options ? { options: input.options } : {}),
    }
    const params = [...known, param].map(paramValue)
    const wrong = checkParams(params)
    if (wrong) {
      const hint = 'Set a value there that the parameter can have, and call again.'
      return fail('invalid_param', wrong, { path: '/nodeId', hint })
    }
    write()
    context.site.set(paramsKey(entry.id), params)
    return ok({ componentId: entry.id, nodeId: node.id, name, default: value }, { warnings })
  },
})

interface Part {
  type: ParamType
  value: string
  write: () => void
  warnings?: string[]
  refused?: undefined
}
interface Refusal {
  refused: Envelope<never>
}

const refusedParam = (code: string, message: string, path: string, hint: string): Refusal => ({
  refused: fail(code, message, { path, hint }),
})

function hasToken(text: string, path: string): Refusal {
  const hint = 'Take the token out first, or use setComponentParams.'
  return refusedParam('has_token', `“${text.trim().slice(0, 60)}” holds a token already.`, path, hint)
}

/** The part that becomes the parameter: its value now, and how the token gets into its place. */
function paramPart(context: SiteContext, target: Target, input: Static<typeof Input>, token: string): Part | Refusal {
  const { attribute, options = [] } = input
  if (attribute === 'class') return variantOf(target, options, token)
  if (attribute !== undefined) return attributeOf(target, attribute, token)
  const { page, tree, node } = target
  const children = node.kind === 'element' ? tree.children(node.id) : [node]
  const text = children.map((child) => child.text).join('')
  if (children.some(({ kind }) => kind !== 'text') || text.trim() === '') {
    const hint = 'Name an element or text node with nothing but text, or give an attribute.'
    return refusedParam('not_text', `${describe(node)} has no single text.`, '/nodeId', hint)
  }
  if (holdsToken(text)) return hasToken(text, '/nodeId')
  const start = text.slice(0, text.length - text.trimStart().length)
  const end = text.slice(text.trimEnd().length)
  return {
    type: 'text',
    value: unescapeTokens(text.trim()),
    write: () => void setText(page, tree, node, `${start}${token}${end}`, context.newId),
  }
}

function attributeOf({ page, node }: Target, name: string, token: string): Part | Refusal {
  const now = nodeAttribute(node, name)
  if (now === undefined) {
    const hint = 'Set it with updateNodeProps first: its value becomes the default.'
    return refusedParam('no_attribute', `${describe(node)} has no attribute ${name}.`, '/attribute', hint)
  }
  if (holdsToken(now)) return hasToken(now, '/attribute')
  const sizes = name === 'src' ? ['srcset', 'sizes'].filter((each) => nodeAttribute(node, each) !== undefined) : []
  return {
    type: TYPES[name] ?? 'text',
    value: unescapeTokens(now),
    write() {
      setAttribute(page, node, name, token)
      for (const each of sizes) setAttribute(page, node, each, null)
    },
    warnings: sizes.length > 0 ? [`${sizes.join(' and ')} went: they name sizes of one picture alone.`] : [],
  }
}

/** A choice of classes: one of them that the element has already is the default. */
function variantOf({ page, node }: Target, options: readonly string[], token: string): Part | Refusal {
  if (node.kind !== 'element' || options.length === 0) {
    const hint = 'Name an element, and in options the classes to choose one of.'
    return refusedParam('invalid_param', 'A variant is a choice of classes on an element.', '/options', hint)
  }
  const classes = nodeClasses(node)
  const value = options.find((each) => classes.includes(each)) ?? ''
  return {
    type: 'choice',
    value,
    write: () => setClasses(page, node, [...classes.filter((each) => !options.includes(each)), token]),
  }
}

function nameFor(node: PageNode, attribute: string | undefined): string {
  if (attribute !== undefined) return NAMES[attribute] ?? attribute.toLowerCase().replace(/[^a-z0-9_-]/g, '-')
  return /^h[1-6]$/.test(node.tag) ? 'title' : 'text'
}

/** The name, or the first of `name-2`, `name-3`, … that no parameter has. */
function freeName(name: string, known: readonly ComponentParam[]): string {
  const taken = new Set(known.map((each) => each.name))
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`
  return free
}
