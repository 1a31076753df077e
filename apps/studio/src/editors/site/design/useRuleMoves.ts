import { useLayoutEffect, useRef, useState } from 'react'
import { useEditor } from '../session/context.ts'
import { type HandleOutput, operations } from '../session/handles.ts'
import type { RowDrag } from './StyleRow.tsx'
import { ruleBeside } from './styleList.ts'
import type { ListedStyle } from './useStyles.ts'

/** Rules of another element's value that shows now, because a rule was moved. */
export type MovedWinner = HandleOutput<typeof operations.moveRule>['changes'][number]

export interface RuleMoves {
  /** Where another rule wins since the last move. */
  winners: readonly MovedWinner[]
  forget: () => void
  step: (style: ListedStyle, by: -1 | 1) => void
  drag: (style: ListedStyle) => RowDrag
}

/**
 * Moves rules among those that are listed, by steps and by dragging.
 * @param listed the rules as they are shown, in order
 */
export function useRuleMoves(listed: readonly ListedStyle[]): RuleMoves {
  const session = useEditor()
  const [winners, setWinners] = useState<readonly MovedWinner[]>([])
  const [dragged, setDragged] = useState<ListedStyle>()
  const [over, setOver] = useState<{ ruleId: string; edge: 'before' | 'after' }>()
  const stepped = useRef<string>(undefined)

  // The row that was moved by the keyboard keeps the focus at its new place.
  useLayoutEffect(() => {
    const ruleId = stepped.current
    if (ruleId === undefined || listed.length === 0) return
    const button = document.querySelector<HTMLElement>(`[data-rule="${CSS.escape(ruleId)}"]`)
    if (document.activeElement === document.body) button?.focus()
  }, [listed])

  const move = async (ruleId: string, targetId: string, where: 'before' | 'after') => {
    const result = await session.run(operations.moveRule, { ruleId, targetId, where })
    if (result.ok && result.data) setWinners(result.data.changes)
  }
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return {
    winners,
    forget: () => setWinners([]),
    step(style, by) {
      const target = ruleBeside(listed, style, by)
      stepped.current = style.ruleId
      if (target) void move(style.ruleId, target.ruleId, by < 0 ? 'before' : 'after')
    },
    drag: (style) => ({
      edge: dragged && over?.ruleId === style.ruleId && dragged.ruleId !== style.ruleId ? over.edge : undefined,
      begin: () => setDragged(style),
      over(edge) {
        if (dragged?.sheet === style.sheet) setOver({ ruleId: style.ruleId, edge })
      },
      drop() {
        if (dragged && over && dragged.ruleId !== over.ruleId) void move(dragged.ruleId, over.ruleId, over.edge)
        end()
      },
      end,
    }),
  }
}
