import { ChevronDown } from 'lucide-react'
import { useNavigate } from '../../navigation/context.ts'
import { paths } from '../../navigation/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'
import { useCompact } from '../../ui/media.ts'
import { useScheme } from '../../ui/scheme.ts'
import styles from './Bar.module.css'
import * as strings from './strings.ts'

/** The open project, with the way to others, the settings and the colour scheme; `entries` are shown before them. */
export function ProjectMenu({ name, entries = [] }: { name: string; entries?: readonly MenuEntry[] }) {
  const navigate = useNavigate()
  const compact = useCompact()
  const [scheme, setScheme] = useScheme()
  return (
    <Menu
      trigger={
        <Button variant="quiet" className={styles.crumb} aria-label={strings.project(name)}>
          <span className={styles.mark} data-letter={name.slice(0, 1).toUpperCase()} />
          {!compact && <span>{name}</span>}
          {!compact && <ChevronDown size={13} />}
        </Button>
      }
      entries={[
        ...entries,
        { label: strings.allProjects, onSelect: () => navigate(paths.projects) },
        { label: strings.modelsAndKeys, onSelect: () => navigate(paths.settings('ai')) },
        { separator: true },
        { group: strings.appearance },
        { label: strings.light, checked: scheme === 'light', onSelect: () => setScheme('light') },
        { label: strings.dark, checked: scheme === 'dark', onSelect: () => setScheme('dark') },
        { label: strings.asTheSystem, checked: scheme === 'system', onSelect: () => setScheme('system') },
      ]}
    />
  )
}
