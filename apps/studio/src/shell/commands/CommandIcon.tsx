import { Circle } from 'lucide-react'
import { commandIcons } from './icons.generated.ts'

export function CommandIcon({ name }: { name: string }) {
  const Icon = commandIcons[name] ?? Circle
  return <Icon size={15} aria-hidden="true" />
}
