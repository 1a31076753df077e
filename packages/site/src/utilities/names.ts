const COLOURS =
  '(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-(?:50|[1-9]00|950)|white|black|transparent|current'
const SIZES = '(?:\\d{1,3}(?:\\.5)?|px|auto|full|screen|\\d{1,2}/\\d{1,2})'

/** Classes with a value that no other system of names writes like this. */
const VALUED = new RegExp(
  `^-?(?:(?:p|m)[xytrbl]?-${SIZES}|(?:w|h|size|gap(?:-[xy])?|space-[xy]|inset(?:-[xy])?|top|right|bottom|left)-${SIZES}|(?:max|min)-[wh]-(?:[2-7]?xs|[2-7]?xl|sm|md|lg|prose|screen(?:-\\w{2,3})?|${SIZES})|text-(?:xs|sm|base|lg|[2-9]?xl|left|center|right)|(?:text|bg|border|from|via|to|ring|fill|stroke|divide)-(?:${COLOURS})(?:/\\d{1,3})?|grid-cols-\\d{1,2}|col-span-\\d{1,2}|font-(?:thin|light|normal|medium|semibold|bold|extrabold|black)|(?:items|justify|self|content)-(?:start|end|center|between|around|evenly|stretch|baseline)|rounded-(?:sm|md|lg|[23]?xl|full|none)|shadow-(?:sm|md|lg|xl|2xl|none)|leading-(?:none|tight|snug|normal|relaxed|loose)|tracking-(?:tighter|tight|wide|wider|widest)|opacity-\\d{1,3}|z-\\d{1,3}|duration-\\d{1,4}|flex-(?:col|row|wrap|1)|object-(?:cover|contain)|overflow-(?:hidden|auto|scroll))$`,
)
const VARIANT =
  /^(?:sm|md|lg|xl|2xl|max-\w{2,3}|hover|focus|focus-visible|active|disabled|first|last|odd|even|group-hover|peer-\w{1,20}|dark|motion-safe|motion-reduce|print|before|after|placeholder)$/

/** Whether a class is a utility of Tailwind that has a value or a variant: `px-4`, `md:flex`, `text-gray-700`. */
export function isUtilityClass(name: string): boolean {
  if (name.length > 120) return false
  const [first = '', ...others] = name.split(':')
  return others.length > 0
    ? VARIANT.test(first) && others.some((part) => part !== '')
    : VALUED.test(withoutBrackets(name))
}

/** `w-[10px]` as `w-0`: what is in the brackets may be any value. */
function withoutBrackets(name: string): string {
  const start = name.indexOf('[')
  return start > 0 && name.endsWith(']') && start < name.length - 2 ? `${name.slice(0, start)}0` : name
}
