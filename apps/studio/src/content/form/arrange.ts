import type { EntryField } from '../entry/fieldDefinition.ts'

/** Some fields of a form under a heading, or without one. */
export interface Section<Field> {
  title: string | undefined
  fields: Field[]
}

/** Some sections of a form; those without a tab of their own are on the first one. */
export interface FormTab<Field> {
  title: string | undefined
  sections: Section<Field>[]
}

/** The fields of a form by tabs and sections, each where its first field is in the order of the model. */
export function arrange<Field extends Pick<EntryField, 'layout'>>(fields: readonly Field[]): FormTab<Field>[] {
  const tabs: FormTab<Field>[] = []
  for (const field of fields) {
    const { tab: title, section } = field.layout ?? {}
    let tab = tabs.find((each) => each.title === title)
    if (!tab) {
      tab = { title, sections: [] }
      tabs.push(tab)
    }
    const own = tab.sections.find((each) => each.title === section)
    if (own) own.fields.push(field)
    else tab.sections.push({ title: section, fields: [field] })
  }
  return tabs
}

/**
 * Whether a form shows a field while another one has a value.
 * @param text of the control of the other field: a list as JSON
 */
export function isWanted({ layout }: Pick<EntryField, 'layout'>, textOf: (field: string) => string): boolean {
  const when = layout?.when
  if (!when) return true
  const text = textOf(when.field).trim()
  if (when.is.length === 0) return text !== '' && text !== 'false'
  const items = text.startsWith('[') ? listIn(text) : [text]
  return when.is.some((each) => items.includes(String(each)))
}

function listIn(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.map(String) : []
  } catch {
    return []
  }
}
