import type { PublishProgress } from '@atelier/api'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unwrap } from '../../api/client.ts'
import { releasesQuery } from '../../api/projects.ts'
import { publishWithProgress } from '../../api/publish.ts'
import { unpublishedQuery } from '../../api/versions.ts'

/** The releases of a project, what is not published yet, and publishing it; read while `isOpen`. */
export function usePublication(projectId: string, isOpen: boolean) {
  const queries = useQueryClient()
  const releases = useQuery({ ...releasesQuery(projectId), enabled: isOpen })
  const unpublished = useQuery({ ...unpublishedQuery(projectId), enabled: isOpen })
  const [progress, setProgress] = useState<PublishProgress>()
  const [isFresh, setFresh] = useState(false)
  const changed = () => queries.invalidateQueries({ queryKey: ['projects'] })
  const publish = useMutation({
    mutationFn: (options: { despiteFindings?: boolean; only?: 'content' }) =>
      unwrap(publishWithProgress(projectId, { ...options, onProgress: setProgress })),
    onSuccess: () => setFresh(true),
    onSettled: () => {
      setProgress(undefined)
      return changed()
    },
  })
  return {
    projectId,
    releases,
    live: releases.data?.releases.find((release) => release.live),
    unpublished,
    publish,
    progress,
    /** Something was published since the panel was opened. */
    isFresh,
    forgetFresh: () => setFresh(false),
    /** Reads the releases and what is not published again. */
    changed,
  }
}

export type Publication = ReturnType<typeof usePublication>
