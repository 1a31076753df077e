import type { ContentListView, ContentModel } from '@atelier/api'
import { X } from 'lucide-react'
import { fieldLabel } from '../entry/labelOf.ts'
import * as strings from '../strings.ts'
import styles from './EntryList.module.css'
import { conditionsOf, withoutCondition } from './listView.ts'

/** The filters of a list, each removed by a click. */
export function FilterChips({
  model,
  view,
  onView,
}: {
  model: ContentModel
  view: ContentListView
  onView: (view: ContentListView) => void
}) {
  const { status, state, locale, ...rest } = view
  const chips: { name: string; without: ContentListView }[] = [
    ...(isStatus(status) ? [{ name: strings.statuses[status], without: { ...rest, ...only({ state, locale }) } }] : []),
    ...(state === undefined
      ? []
      : [{ name: strings.states[state], without: { ...rest, ...only({ status, locale }) } }]),
    ...(locale === undefined ? [] : [{ name: locale, without: { ...rest, ...only({ status, state }) } }]),
    ...conditionsOf(view).map(({ field, how, value }) => {
      const known = model.fields.find(({ name }) => name === field)
      return {
        name: [known ? fieldLabel(known) : field, strings.comparisons[how], value]
          .filter((part) => part !== '')
          .join(' '),
        without: withoutCondition(view, field),
      }
    }),
  ]
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={strings.filter}>
      {chips.map(({ name, without }) => (
        <li key={name}>
          <button
            type="button"
            className={styles.chip}
            aria-label={strings.removeFilter(name)}
            onClick={() => onView(without)}
          >
            {name}
            <X size={12} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Without the members that are not set. */
function only(view: { [Name in keyof ContentListView]: ContentListView[Name] | undefined }): ContentListView {
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined))
}

const isStatus = (value: string | undefined): value is keyof typeof strings.statuses =>
  value !== undefined && value in strings.statuses
