/** From how many classes of a framework without rules on it is no accident. */
export const MANY_FRAMEWORK_CLASSES = 6
/** The same for classes of any name. */
const MANY = 10

/** Whether a page was written for styles that are not there; a few classes without rules are normal. */
export function isUnstyled({
  unstyled,
  utilities,
  total,
}: {
  /** Classes that no rule styles, those of frameworks among them. */
  unstyled: number
  utilities: number
  /** The different classes of the page. */
  total: number
}): boolean {
  if (utilities >= MANY_FRAMEWORK_CLASSES && utilities * 5 >= total) return true
  return unstyled >= MANY && unstyled * 2 > total
}

/** Whole names of utility classes that mean nothing else where no rule has them. */
const WHOLE: ReadonlySet<string> = new Set(
  'absolute antialiased block border btn capitalize collapse contents fixed flex flex-1 flex-col flex-row flex-wrap grid grow hidden inline inline-block inline-flex italic lowercase prose relative ring rounded row shadow shrink-0 sr-only static sticky table-auto transition transition-all transition-colors transform truncate underline uppercase visible visually-hidden w-full container container-fluid no-underline'.split(
    ' ',
  ),
)

/** The first parts of utility classes, and the next ones. */
const STARTS: ReadonlySet<string> = new Set(
  'p px py pt pr pb pl m mx my mt mr mb ml w h size min-w min-h max-w max-h gap gap-x gap-y space-x space-y inset inset-x inset-y top right bottom left z order col col-span col-sm col-md col-lg col-xl row-span grid-cols grid-rows text font leading tracking bg from via to border border-t border-b border-l border-r border-x border-y rounded rounded-t rounded-b rounded-l rounded-r rounded-full shadow opacity ring divide divide-x divide-y items justify content self place place-items overflow overflow-x overflow-y object aspect duration ease delay scale rotate translate translate-x translate-y -translate-x -translate-y flex basis grow list line-clamp backdrop-blur blur fill stroke d btn g gx gy fw fs ms me ps pe align justify-content align-items'.split(
    ' ',
  ),
)
const COLOURS =
  'slate gray zinc neutral stone red orange amber yellow lime green emerald teal cyan sky blue indigo violet purple fuchsia pink rose'
const VALUES: ReadonlySet<string> = new Set(
  `auto full screen px none xs sm md base lg xl 2xl 3xl 4xl 5xl 6xl 7xl 8xl 9xl min max fit center left right start end between around evenly stretch baseline bold semibold medium normal light extrabold black white transparent current cover contain tight snug relaxed loose wide wider widest tighter in out in-out col row wrap nowrap reverse hidden visible scroll video square disc decimal block inline inline-block flex grid primary secondary success danger warning info muted outline-primary clip-text ${COLOURS}`.split(
    ' ',
  ),
)
const HUES: ReadonlySet<string> = new Set(COLOURS.split(' '))

/** Whether a class is of a framework in which a class is a declaration: `md:px-4`, `text-gray-700`, `w-1/2`, `top-[3px]`. */
export function isFrameworkClass(name: string): boolean {
  const bare = name.split(':').at(-1) ?? ''
  if (bare !== name && bare !== '') return true
  const plain = bare.replace(/^[!-]/, '')
  if (WHOLE.has(plain)) return true
  if (plain.includes('-[') && plain.endsWith(']')) return true
  const [start, value] = splitStart(plain.split('/', 1)[0] ?? '')
  if (start === undefined || value === undefined) return false
  if (/^\d{1,4}(?:\.\d)?$/.test(value) || VALUES.has(value)) return true
  const [hue = '', shade = ''] = value.split('-')
  return HUES.has(hue) && /^\d{2,3}$/.test(shade)
}

/** A name at the longest start that utility classes have. */
function splitStart(name: string): [string, string] | [] {
  for (let at = name.lastIndexOf('-'); at > 0; at = name.lastIndexOf('-', at - 1)) {
    if (STARTS.has(name.slice(0, at))) return [name.slice(0, at), name.slice(at + 1)]
  }
  return []
}
