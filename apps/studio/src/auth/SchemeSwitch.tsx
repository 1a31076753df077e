import { Monitor, Moon, Sun } from 'lucide-react'
import { Segmented } from '../ui/Segmented.tsx'
import { type Scheme, useScheme } from '../ui/scheme.ts'

const options: readonly { value: Scheme; label: string; icon: React.ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <Sun size={14} /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={14} /> },
  { value: 'system', label: 'As the system', icon: <Monitor size={14} /> },
]

/** Light, dark, or as the system says. Remembered in this browser. */
export function SchemeSwitch() {
  const [scheme, setScheme] = useScheme()
  return <Segmented label="Colour scheme" value={scheme} onChange={setScheme} options={options} />
}
