import { readDeclaration } from '@atelier/site'
import { AddDeclaration } from '../fields/AddDeclaration.tsx'
import { typedValue } from '../fields/typedValue.ts'
import { subjectOf, useStyle } from './editing.ts'
import { Section } from './Section.tsx'
import { StyleField } from './StyleField.tsx'
import * as strings from './strings.ts'

/** Every property that the other sections do not show, and a line for one more. */
export function More({ shown }: { shown: ReadonlySet<string> }) {
  const style = useStyle()
  const others = style.others(shown)
  const add = (text: string) => {
    const { name, value, important } = readDeclaration(text)
    if (name === '' || value === '') return style.refuse('', strings.notADeclaration(text))
    const typed = typedValue(name, value, style.read(name).value)
    return style.set({ [name]: important ? `${typed} !important` : typed }, '')
  }
  return (
    <Section id="more" title={strings.more} properties={others}>
      {others.map((property) => (
        <StyleField key={property} property={property} label={property} layout="stack" />
      ))}
      <AddDeclaration
        subject={subjectOf(style, '')}
        label={strings.addAProperty}
        onAdd={add}
        onRevert={style.clearProblem}
      />
      {style.problem?.property === '' && (
        <p className="m-0 type-dense color-danger" role="alert">
          {style.problem.message}
        </p>
      )}
    </Section>
  )
}
