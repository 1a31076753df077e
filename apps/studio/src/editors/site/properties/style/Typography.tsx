import { AlignCenter, AlignJustify, AlignLeft, AlignRight, Italic, Strikethrough, Underline } from 'lucide-react'
import { IconButton } from '../../../../ui/Button.tsx'
import { Segmented } from '../../../../ui/Segmented.tsx'
import { ColorField } from './ColorField.tsx'
import { useStyle } from './editing.ts'
import { Shadows } from './Shadows.tsx'
import styles from './Style.module.css'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'

export const typeProperties = [
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'line-height', 'letter-spacing', 'color'],
  ...['text-align', 'text-transform', 'text-decoration-line', 'text-wrap-mode', 'text-wrap-style', 'text-shadow'],
]

const aligns = [
  { value: 'start', label: strings.alignStart, icon: <AlignLeft size={14} /> },
  { value: 'center', label: strings.alignCenter, icon: <AlignCenter size={14} /> },
  { value: 'end', label: strings.alignEnd, icon: <AlignRight size={14} /> },
  { value: 'justify', label: strings.alignJustify, icon: <AlignJustify size={14} /> },
]

/** How text looks, with a sample of it. */
export function Typography() {
  const style = useStyle()
  const now = (property: string) => style.read(property).value || style.computed(property)
  const align = now('text-align')
    .replace(/^left$/, 'start')
    .replace(/^right$/, 'end')
  const lines = now('text-decoration-line')
  const toggle = (property: string, value: string, none: string) =>
    void style.set({ [property]: now(property).includes(value) ? none : value }, property)
  return (
    <>
      <p
        className={styles.sample}
        aria-hidden="true"
        style={{
          fontFamily: style.computed('font-family'),
          fontWeight: style.computed('font-weight'),
          fontStyle: style.computed('font-style'),
          letterSpacing: style.computed('letter-spacing'),
          textTransform: transformOf(style.computed('text-transform')),
        }}
      >
        {sampleOf(style.element()?.textContent ?? '')}
      </p>
      <StyleField property="font-family" label={strings.font} words />
      <div className={styles.pairs}>
        <StyleField layout="stack" property="font-size" label={strings.fontSize} />
        <StyleField layout="stack" property="font-weight" label={strings.weight} />
        <StyleField layout="stack" property="line-height" label={strings.lineHeight} />
        <StyleField layout="stack" property="letter-spacing" label={strings.letterSpacing} />
      </div>
      <ColorField property="color" label={strings.color} />
      <div className="row gap-4">
        <Segmented
          label={strings.textAlign}
          value={align}
          onChange={(next) => void style.set({ 'text-align': next }, 'text-align')}
          options={aligns}
        />
        <IconButton
          label={strings.italic}
          size="sm"
          pressed={now('font-style').startsWith('italic')}
          onClick={() => toggle('font-style', 'italic', 'normal')}
        >
          <Italic size={14} />
        </IconButton>
        <IconButton
          label={strings.underline}
          size="sm"
          pressed={lines.includes('underline')}
          onClick={() => toggle('text-decoration-line', 'underline', 'none')}
        >
          <Underline size={14} />
        </IconButton>
        <IconButton
          label={strings.strike}
          size="sm"
          pressed={lines.includes('line-through')}
          onClick={() => toggle('text-decoration-line', 'line-through', 'none')}
        >
          <Strikethrough size={14} />
        </IconButton>
      </div>
      <StyleField property="text-transform" label={strings.capitals} words />
      <StyleField property="text-wrap" label={strings.textWrap} words />
      <Shadows property="text-shadow" />
    </>
  )
}

function sampleOf(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim()
  return words === '' ? strings.sampleText : words.slice(0, 40)
}

function transformOf(value: string) {
  return value === 'uppercase' || value === 'lowercase' || value === 'capitalize' ? value : 'none'
}
