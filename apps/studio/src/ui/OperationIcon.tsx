import {
  AppWindow,
  BadgeCheck,
  Box,
  Braces,
  CodeXml,
  Copy,
  Eye,
  FileCode,
  FilePen,
  FilePlus,
  Files,
  FileText,
  FileX,
  Image,
  type LucideIcon,
  Move,
  Paintbrush,
  Replace,
  Search,
  SlidersHorizontal,
  SquarePen,
  Tag,
  Trash2,
  Wrench,
} from 'lucide-react'

/** The icons that operations name; loading the whole set for names from the server would cost more than it is worth. */
const icons: Record<string, LucideIcon> = {
  'app-window': AppWindow,
  'badge-check': BadgeCheck,
  box: Box,
  braces: Braces,
  'code-xml': CodeXml,
  copy: Copy,
  eye: Eye,
  'file-code': FileCode,
  'file-pen': FilePen,
  'file-plus': FilePlus,
  'file-x': FileX,
  'file-text': FileText,
  files: Files,
  image: Image,
  move: Move,
  paintbrush: Paintbrush,
  replace: Replace,
  search: Search,
  'sliders-horizontal': SlidersHorizontal,
  'square-pen': SquarePen,
  tag: Tag,
  'trash-2': Trash2,
}

/** An operation's icon by its lucide name; a plain tool if the name is unknown. */
export function OperationIcon({ name, size = 14 }: { name: string | undefined; size?: number }) {
  const Icon = (name === undefined ? undefined : icons[name]) ?? Wrench
  return <Icon size={size} aria-hidden="true" />
}
