import { Monitor, Moon, Sun } from 'lucide-react'
import { Segmented } from '../ui/Segmented.tsx'
import { type Scheme, useScheme } from '../ui/scheme.ts'
import * as strings from './strings.ts'

const options: readonly { value: Scheme; label: string; icon: React.ReactNode }[] = [
  { value: 'light', label: strings.light, icon: <Sun size={14} /> },
  { value: 'dark', label: strings.dark, icon: <Moon size={14} /> },
  { value: 'system', label: strings.asTheSystem, icon: <Monitor size={14} /> },
]

/** Light, dark, or as the system says. Remembered in this browser. */
export function SchemeSwitch() {
  const [scheme, setScheme] = useScheme()
  return <Segmented label={strings.colourScheme} value={scheme} onChange={setScheme} options={options} />
}
