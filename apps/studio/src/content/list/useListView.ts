import type { ContentListView, ContentModel } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { meQuery } from '../../api/account.ts'
import { useContent } from '../session/context.ts'
import { paramsOf, recallView, rememberView, viewOf } from './listView.ts'

/** How the list of a model is shown: as the address says, otherwise as this person last saw it here. */
export function useListView(model: Pick<ContentModel, 'id'>): [ContentListView, (next: ContentListView) => void] {
  const { project, place, go } = useContent()
  const userId = useQuery(meQuery()).data?.user.id
  const { list } = place
  const view = useMemo(() => viewOf(list), [list])
  const show = (next: ContentListView) => {
    if (userId !== undefined) rememberView({ userId, projectId: project.id, model: model.id }, next)
    go({ model: model.id, list: paramsOf(next) }, { replace: true })
  }
  // Once, when the list is opened: an address without a view that comes later was asked for.
  const isOpened = useRef(false)
  useLayoutEffect(() => {
    if (isOpened.current || userId === undefined) return
    isOpened.current = true
    const last = list === undefined ? recallView(userId, project.id, model.id) : undefined
    if (last) go({ model: model.id, list: paramsOf(last) }, { replace: true })
  }, [userId, project.id, model.id, list, go])
  return [view, show]
}
