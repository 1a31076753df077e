/** The elements and attributes of HTML (living standard, 4 and 16.2), with those of ARIA 1.2 and microdata. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const ELEMENTS = words(
  'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fencedframe fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu meta meter nav noscript object ol optgroup option output p param picture pre progress q rp rt rb rtc ruby s samp script search section select selectedcontent slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track u ul var video wbr acronym applet basefont bgsound big blink center dir font frame frameset keygen listing marquee nobr noembed noframes plaintext spacer strike tt xmp portal model',
)

/** Whether an HTML element of this name is known to browsers; those with a hyphen are custom ones. Lower case. */
export const isElement = (tag: string): boolean => ELEMENTS.has(tag)

const GLOBAL = words(
  'accesskey autocapitalize autocorrect autofocus class contenteditable dir draggable enterkeyhint exportparts hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style tabindex title translate writingsuggestions xmlns virtualkeyboardpolicy headingoffset headingreset anchor uid about property typeof resource vocab prefix datatype inlist rel rev content align bgcolor',
)
const MEDIA =
  'src crossorigin preload autoplay loop muted controls controlslist disablepictureinpicture disableremoteplayback'
const SUBMITS = 'formaction formenctype formmethod formnovalidate formtarget'
const CELL = 'colspan rowspan headers abbr axis char charoff height nowrap valign width background bordercolor scope'
/** The attributes of an element beside the global ones; obsolete ones that browsers still read count. */
const OWN: Readonly<Record<string, ReadonlySet<string>>> = {
  a: words('href target download ping hreflang type referrerpolicy attributionsrc charset coords name shape'),
  area: words('alt coords shape href target download ping referrerpolicy nohref attributionsrc'),
  audio: words(MEDIA),
  base: words('href target'),
  blockquote: words('cite'),
  body: words('background link vlink alink text leftmargin topmargin marginwidth marginheight'),
  br: words('clear'),
  button: words(
    `disabled form name type value popovertarget popovertargetaction command commandfor interestfor ${SUBMITS}`,
  ),
  canvas: words('width height'),
  caption: words('valign'),
  col: words('span width char charoff valign'),
  colgroup: words('span width char charoff valign'),
  data: words('value'),
  del: words('cite datetime'),
  details: words('name open'),
  dialog: words('open closedby'),
  div: words('nowrap'),
  dl: words('compact'),
  embed: words('src type width height name'),
  fieldset: words('disabled form name'),
  font: words('color face size'),
  form: words(
    'accept-charset action autocomplete enctype method name novalidate target accept netlify netlify-honeypot data-netlify toolname',
  ),
  hr: words('color noshade size width'),
  html: words('version manifest'),
  iframe: words(
    'src srcdoc name sandbox allow allowfullscreen width height referrerpolicy loading frameborder marginheight marginwidth scrolling allowtransparency longdesc csp credentialless fetchpriority browsingtopics',
  ),
  img: words(
    'alt src srcset sizes crossorigin usemap ismap width height referrerpolicy decoding loading fetchpriority border hspace vspace longdesc lowsrc name attributionsrc',
  ),
  input: words(
    `accept alpha alt autocomplete checked colorspace dirname disabled form height list max maxlength min minlength multiple name pattern placeholder popovertarget popovertargetaction readonly required size src step type value width capture incremental results usemap switch ${SUBMITS}`,
  ),
  ins: words('cite datetime'),
  label: words('for form'),
  li: words('value type'),
  link: words(
    'href crossorigin media integrity hreflang type referrerpolicy sizes imagesrcset imagesizes as blocking color disabled fetchpriority charset target',
  ),
  map: words('name'),
  marquee: words('behavior direction height hspace loop scrollamount scrolldelay truespeed vspace width'),
  menu: words('compact'),
  meta: words('name http-equiv charset media scheme'),
  meter: words('value min max low high optimum form'),
  object: words(
    'data type name form width height usemap archive border classid codebase codetype declare hspace standby vspace',
  ),
  ol: words('reversed start type compact'),
  optgroup: words('disabled label'),
  option: words('disabled label selected value'),
  output: words('for form name'),
  param: words('name value type valuetype'),
  pre: words('width wrap'),
  progress: words('value max'),
  q: words('cite'),
  script: words(
    'src type nomodule async defer crossorigin integrity referrerpolicy blocking fetchpriority charset language',
  ),
  select: words('autocomplete disabled form multiple name required size'),
  slot: words('name'),
  source: words('type media src srcset sizes width height'),
  style: words('media blocking type'),
  table: words('border cellpadding cellspacing frame rules summary width height background bordercolor'),
  tbody: words('char charoff valign'),
  td: words(CELL),
  template: words('shadowrootmode shadowrootdelegatesfocus shadowrootclonable shadowrootserializable'),
  textarea: words(
    'autocomplete cols dirname disabled form maxlength minlength name placeholder readonly required rows wrap',
  ),
  tfoot: words('char charoff valign'),
  th: words(CELL),
  thead: words('char charoff valign'),
  time: words('datetime'),
  tr: words('char charoff valign background height bordercolor'),
  track: words('kind src srclang label default'),
  ul: words('compact type'),
  video: words(`${MEDIA} poster playsinline webkit-playsinline x5-playsinline width height`),
}
const ARIA = words(
  'activedescendant atomic autocomplete braillelabel brailleroledescription busy checked colcount colindex colindextext colspan controls current describedby description details disabled dropeffect errormessage expanded flowto grabbed haspopup hidden invalid keyshortcuts label labelledby level live modal multiline multiselectable orientation owns placeholder posinset pressed readonly relevant required roledescription rowcount rowindex rowindextext rowspan selected setsize sort valuemax valuemin valuenow valuetext',
)
const BOOLEAN = words(
  'allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate inert ismap itemscope loop multiple muted nomodule novalidate open playsinline readonly required reversed selected hidden',
)

/** Attributes whose presence counts, whatever their value. HTML, 2.3.2. */
export const isBooleanAttribute = (name: string): boolean => BOOLEAN.has(name)

/** Whether HTML defines this attribute for an element, or leaves its name to authors. Lower case; for HTML elements. */
export function isAttributeOf(tag: string, name: string): boolean {
  if (GLOBAL.has(name) || name.startsWith('data-')) return true
  if (Object.hasOwn(OWN, tag) && OWN[tag]?.has(name)) return true
  if (name.startsWith('aria-')) return ARIA.has(name.slice(5))
  return name.startsWith('xml:') || name.startsWith('xmlns:')
}

/** The elements that have an attribute; empty if none does. */
export function elementsWith(name: string): string[] {
  return Object.entries(OWN).flatMap(([tag, names]) => (names.has(name) ? [tag] : []))
}
