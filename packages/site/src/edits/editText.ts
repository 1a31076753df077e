import { applyEdits, type Edit, type EditedText } from './applyEdits.ts'
import { balanceOf, unbalancedBy } from './balance.ts'
import { mendEdit, type TextKind } from './mend.ts'

/** A text after the edits of a model, with sentences on what was taken otherwise than it was sent. */
export interface ModelEdits extends EditedText {
  notes: EditNote[]
}

/** A sentence on an edit, without the full stop. */
export interface EditNote {
  /** The index among the edits. */
  index: number
  says: string
}

/**
 * Carries out the edits of a model: marks and fences around them are left out, and what would leave an element or a tag
 * of the text open is refused.
 */
export function editText(text: string, edits: readonly Edit[], kind: TextKind): ModelEdits {
  const mended = edits.map((edit) => mendEdit(text, edit, kind))
  const asMeant = mended.map(({ edit }) => edit)
  const checked = kind === 'html' ? refuseHalves(text, asMeant) : asMeant
  const done = applyEdits(text, checked, kind === 'html')
  const failed = new Set(done.failed.map(({ index }) => index))
  const notes = mended.flatMap(({ note: says }, index) => (says && !failed.has(index) ? [{ index, says }] : []))
  const same = done.unchanged.map((index) => ({
    index,
    says: 'it changes nothing, as the text reads like this already',
  }))
  return { ...done, notes: [...notes, ...same] }
}

/** The edits, of which those are refused that leave the text with half an element. */
function refuseHalves(text: string, edits: readonly Edit[]): readonly Edit[] {
  const before = balanceOf(text)
  if (unbalancedBy(before, balanceOf(applyEdits(text, edits, true).text)) === undefined) return edits
  let current = text
  let balance = before
  return edits.map((edit): Edit => {
    const { text: next } = applyEdits(current, [edit], true)
    const after = balanceOf(next)
    const problem = unbalancedBy(balance, after) ?? unbalancedBy(after, balance)
    current = next
    balance = after
    return problem === undefined ? edit : { ...edit, refused: unbalancedBy(before, after) ?? problem }
  })
}
