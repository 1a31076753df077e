import { Type } from 'typebox'
import type { ModuleCategory, ModuleProp, SiteModule } from './module.ts'

const TEXT_TAGS = ['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'span', 'small', 'strong', 'em', 'blockquote'] as const
const BOX_TAGS = ['div', 'section', 'header', 'footer', 'main', 'nav', 'article', 'aside', 'figure'] as const

const attribute = (label: string, name: string): ModuleProp => ({
  label,
  schema: Type.String(),
  to: { attribute: name },
})
const flag = (label: string, name: string): ModuleProp => ({
  label,
  schema: Type.Boolean(),
  default: false,
  to: { attribute: name },
})
const number = (label: string, name: string, least = 0): ModuleProp => ({
  label,
  schema: Type.Integer({ minimum: least }),
  to: { attribute: name },
})
const choice = (label: string, name: string, values: readonly string[], preset?: string): ModuleProp => ({
  label,
  schema: Type.Enum([...values]),
  ...(preset === undefined ? {} : { default: preset }),
  to: { attribute: name },
})
const text: ModuleProp = { label: 'Text', schema: Type.String(), to: { text: true } }
const tag = (values: readonly string[], preset: string): ModuleProp => ({
  label: 'Element',
  schema: Type.Enum([...values]),
  default: preset,
  to: { tag: true },
})
const field = {
  name: attribute('Name', 'name'),
  value: attribute('Value', 'value'),
  required: flag('Required', 'required'),
  disabled: flag('Disabled', 'disabled'),
}

function module(
  id: string,
  name: string,
  category: ModuleCategory,
  html: string,
  props: Readonly<Record<string, ModuleProp>> = {},
): SiteModule {
  return { id: `base.${id}`, name, category, html, props }
}

/** The modules, in the order in which lists show them. */
export const modules: readonly SiteModule[] = [
  module('body', 'Page body', 'structure', '<body></body>'),
  module('container', 'Container', 'layout', '<div></div>', { tag: tag(BOX_TAGS, 'div') }),
  module('text', 'Text', 'text', '<p>Text</p>', { text, tag: tag(TEXT_TAGS, 'p') }),
  module('link', 'Link', 'text', '<a href="/">Link</a>', {
    text,
    href: attribute('Leads to', 'href'),
    target: choice('Opens in', 'target', ['_self', '_blank', '_parent', '_top'], '_self'),
    rel: attribute('Relation', 'rel'),
    download: attribute('Save as', 'download'),
  }),
  module('image', 'Image', 'media', '<img src="" alt="">', {
    src: attribute('Picture', 'src'),
    alt: attribute('Alternative text', 'alt'),
    width: number('Width', 'width'),
    height: number('Height', 'height'),
    srcset: attribute('Other sizes', 'srcset'),
    sizes: attribute('Width by screen', 'sizes'),
    loading: choice('Loads', 'loading', ['eager', 'lazy'], 'eager'),
  }),
  module('button', 'Button', 'forms', '<button type="button">Button</button>', {
    text,
    type: choice('Kind', 'type', ['button', 'submit', 'reset'], 'button'),
    href: attribute('Leads to', 'href'),
    disabled: field.disabled,
  }),
  module('video', 'Video', 'media', '<video src="" controls></video>', {
    src: attribute('Video', 'src'),
    poster: attribute('Picture before it plays', 'poster'),
    title: attribute('Title', 'title'),
    controls: flag('Controls', 'controls'),
    autoplay: flag('Plays by itself', 'autoplay'),
    loop: flag('Repeats', 'loop'),
    muted: flag('Muted', 'muted'),
    playsinline: flag('Plays in place', 'playsinline'),
  }),
  module('part', 'Part', 'media', '<atelier-part part="<part id>"><img alt=""></atelier-part>', {
    part: attribute('Part', 'part'),
    config: attribute('Configuration', 'config'),
    view: choice('Seen from', 'view', ['iso', 'front', 'back', 'left', 'right', 'top', 'bottom'], 'iso'),
    background: attribute('Background', 'background'),
    allow: choice('Visitors may also', 'allow', ['configurations', 'download', 'configurations download']),
  }),
  module('svg', 'Drawing', 'media', '<svg viewBox="0 0 24 24" aria-hidden="true"></svg>', {
    viewBox: attribute('View box', 'viewBox'),
    ariaLabel: attribute('Label', 'aria-label'),
  }),
  module('list', 'List', 'layout', '<ul><li>One</li><li>Two</li></ul>', {
    tag: tag(['ul', 'ol'], 'ul'),
    start: { label: 'Begins at', schema: Type.Integer(), to: { attribute: 'start' } },
    reversed: flag('Counts down', 'reversed'),
  }),
  module('form', 'Form', 'forms', '<form method="post"></form>', {
    action: attribute('Sends to', 'action'),
    method: choice('Method', 'method', ['get', 'post', 'dialog'], 'get'),
    name: field.name,
    autocomplete: choice('Fills in by itself', 'autocomplete', ['on', 'off'], 'on'),
    novalidate: flag('Sends unchecked', 'novalidate'),
  }),
  module('label', 'Label', 'forms', '<label>Label</label>', {
    text,
    for: attribute('For the field with the id', 'for'),
  }),
  module('input', 'Input', 'forms', '<input type="text">', {
    ...field,
    type: choice(
      'Kind',
      'type',
      'text email tel url password search number range date datetime-local month week time color file hidden'.split(
        ' ',
      ),
      'text',
    ),
    placeholder: attribute('Placeholder', 'placeholder'),
    min: attribute('Least', 'min'),
    max: attribute('Most', 'max'),
    step: attribute('Step', 'step'),
    pattern: attribute('Pattern', 'pattern'),
    autocomplete: attribute('Filled in from', 'autocomplete'),
  }),
  module('textarea', 'Text area', 'forms', '<textarea rows="4"></textarea>', {
    text,
    name: field.name,
    placeholder: attribute('Placeholder', 'placeholder'),
    rows: number('Rows', 'rows', 1),
    required: field.required,
    disabled: field.disabled,
  }),
  module('select', 'Select', 'forms', '<select><option>One</option></select>', {
    name: field.name,
    multiple: flag('Several', 'multiple'),
    required: field.required,
    disabled: field.disabled,
  }),
  module('option', 'Option', 'forms', '<option>Option</option>', {
    text,
    value: field.value,
    selected: flag('Chosen', 'selected'),
    disabled: field.disabled,
  }),
  module('option-group', 'Option group', 'forms', '<optgroup label="Group"></optgroup>', {
    label: attribute('Label', 'label'),
    disabled: field.disabled,
  }),
  module('checkbox', 'Checkbox', 'forms', '<input type="checkbox">', { ...field, checked: flag('Checked', 'checked') }),
  module('radio', 'Radio button', 'forms', '<input type="radio">', { ...field, checked: flag('Chosen', 'checked') }),
  module('submit', 'Submit button', 'forms', '<button type="submit">Send</button>', {
    text,
    name: field.name,
    value: field.value,
    disabled: field.disabled,
  }),
  module('form-message', 'Form message', 'forms', '<p role="status"></p>', {
    text,
    role: choice('Said', 'role', ['status', 'alert'], 'status'),
  }),
  module('loop', 'Loop', 'data', '<atelier-loop data-source-id="pages"><p>{currentEntry.title}</p></atelier-loop>', {
    sourceId: attribute('Source', 'data-source-id'),
    tableId: attribute('Table', 'data-table-id'),
    orderBy: attribute('Ordered by', 'data-order-by'),
    direction: choice('Direction', 'data-direction', ['asc', 'desc'], 'asc'),
    limit: number('At most', 'data-limit'),
    offset: number('Without the first', 'data-offset'),
    pagination: choice('Pages', 'data-pagination', ['none', 'pages', 'tokens'], 'none'),
    pageSize: number('Entries per page', 'data-page-size', 1),
    tag: attribute('Element around', 'data-tag'),
  }),
  module('outlet', 'Outlet', 'structure', '<atelier-outlet></atelier-outlet>'),
  module('slot-outlet', 'Slot', 'structure', '<atelier-slot name="content"></atelier-slot>', {
    name: attribute('Name', 'name'),
  }),
  module('slot-instance', 'Slot content', 'structure', '<atelier-slot name="content"></atelier-slot>', {
    name: attribute('Slot', 'name'),
  }),
  module(
    'visual-component-ref',
    'Component',
    'structure',
    '<atelier-component ref="<component id>"></atelier-component>',
    {
      ref: attribute('Component', 'ref'),
    },
  ),
]
