/** A set of icons, from its Iconify package. */
export interface IconSetSource {
  /** The prefix of the set at Iconify. */
  set: 'lucide' | 'heroicons' | 'tabler' | 'ph'
  /** 1 comes first; each adds `(5 - priority) * 2` to a score. */
  priority: number
  /** The URL of the set's `icons.json`. */
  url(): string
  /** Endings of names of solid icons, the preferred one first. */
  solid: readonly string[]
  /** Endings of names in weights that are neither outline nor solid. */
  leftOut: readonly string[]
}

/** The sets that are searched, in the order of their priority. */
export const iconSets: readonly IconSetSource[] = [
  {
    set: 'lucide',
    priority: 1,
    url: () => import.meta.resolve('@iconify-json/lucide/icons.json'),
    solid: [],
    leftOut: [],
  },
  {
    set: 'heroicons',
    priority: 2,
    url: () => import.meta.resolve('@iconify-json/heroicons/icons.json'),
    solid: ['-solid', '-20-solid'],
    leftOut: ['-16-solid'],
  },
  {
    set: 'tabler',
    priority: 3,
    url: () => import.meta.resolve('@iconify-json/tabler/icons.json'),
    solid: ['-filled'],
    leftOut: [],
  },
  {
    set: 'ph',
    priority: 4,
    url: () => import.meta.resolve('@iconify-json/ph/icons.json'),
    solid: ['-fill', '-bold'],
    leftOut: ['-thin', '-light', '-duotone'],
  },
]
