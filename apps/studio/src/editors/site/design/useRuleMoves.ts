import { useLayoutEffect, useRef, useState } from 'react'
import { useEditor } from '../session/context.ts'
import { type HandleOutput, operations } from '../session/handles.ts'
import type { RowDrag } from './StyleRow.tsx'
import { type RulePlace, ruleBeside, standsAt } from './styleList.ts'
import type { ListedStyle } from './useStyles.ts'

/** A rule that wins over another one now, because a rule was moved. */
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
  const [last, setLast] = useState<RulePlace & { winners: readonly MovedWinner[] }>()
  const [dragged, setDragged] = useState<ListedStyle>()
  const [over, setOver] = useState<{ ruleId: string; edge: 'before' | 'after' }>()
  const stepped = useRef<string>(undefined)

  // The row that was moved by the keyboard keeps the focus at its new place.
  useLayoutEffect(() => {
    const ruleId = stepped.current
    if (ruleId === undefined || last?.ruleId !== ruleId || !standsAt(listed, last)) return
    stepped.current = undefined
    const button = document.querySelector<HTMLElement>(`[data-rule="${CSS.escape(ruleId)}"]`)
    if (document.activeElement === document.body) button?.focus()
  }, [listed, last])

  const move = async (ruleId: string, targetId: string, where: 'before' | 'after') => {
    const result = await session.run(operations.moveRule, { ruleId, targetId, where })
    if (result.ok && result.data) setLast({ ruleId, targetId, where, winners: result.data.changes })
  }
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  return {
    // Once the move is undone they say nothing any more.
    winners: last && standsAt(listed, last) ? last.winners : [],
    forget: () => setLast(undefined),
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
