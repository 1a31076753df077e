import { isRecord } from '@atelier/operation'
import { objectIn } from '../blueprint/read.ts'
import { type SectionVariant, VARIANT_COUNT, type VariedSection } from './variants.ts'

/** The variants in what a model answered; those without HTML are left out. */
export function readVariantsAnswer(said: string, { nodeId, html }: VariedSection): SectionVariant[] {
  const answer = objectIn(said)
  const listed = isRecord(answer) && Array.isArray(answer.variants) ? answer.variants : []
  const tag = sectionElement(html)
  return listed
    .flatMap((each: unknown, at): SectionVariant[] => {
      if (!isRecord(each) || typeof each.html !== 'string') return []
      const section = sectionItself(each.html, nodeId, tag)
      if (section === undefined) return []
      const name = typeof each.name === 'string' ? each.name.trim().slice(0, 80) : ''
      const css = typeof each.css === 'string' ? unfencedText(each.css) : ''
      return [{ name: name || `Variant ${at + 1}`, html: section, css }]
    })
    .slice(0, VARIANT_COUNT)
}

/** The HTML of a variant with the section's id on its outside; undefined if it is no HTML of an element. */
function sectionItself(given: string, nodeId: string, tag: string): string | undefined {
  const html = unfencedText(given)
  const start = /^<([a-z][a-z0-9-]{0,30})(?=[\s>])[^>]{0,4000}>/i.exec(html)
  const [opening = '', name = ''] = start ?? []
  if (!start) return undefined
  if (name.toLowerCase() !== tag) return `<${tag} uid="${nodeId}">\n${html}\n</${tag}>`
  const without = opening.replace(/\suid="[^"]{0,100}"/i, '')
  return `<${name} uid="${nodeId}"${without.slice(1 + name.length)}${html.slice(opening.length)}`
}

const sectionElement = (html: string) => /^<([a-z][a-z0-9-]{0,30})/i.exec(html)?.[1]?.toLowerCase() ?? 'section'

const unfencedText = (text: string) =>
  text
    .trim()
    .replace(/^```[a-z]{0,10}\n/, '')
    .replace(/\n```$/, '')
    .trim()
