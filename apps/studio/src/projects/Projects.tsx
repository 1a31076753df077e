import type { Project } from '@atelier/api'
import { useQuery } from '@tanstack/react-query'
import { AppWindow, Plus, Sparkles } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { errorOf, meQuery, projectsQuery } from '../api/index.ts'
import { Button, EmptyState, ErrorNote, Skeleton } from '../ui/index.ts'
import { useOnceOpen } from '../ui/useOnceOpen.ts'
import { AppBar } from './AppBar.tsx'
import { CreateProject } from './CreateProject.tsx'
import { DeleteProject } from './DeleteProject.tsx'
import { ProjectCard } from './ProjectCard.tsx'
import styles from './Projects.module.css'
import { canCreate, newestFirst } from './projectList.ts'
import { RenameProject } from './RenameProject.tsx'
import * as strings from './strings.ts'

const BriefDialog = lazy(async () => ({ default: (await import('../brief/BriefDialog.tsx')).BriefDialog }))

/** The projects of the signed-in user. */
export function Projects() {
  const projects = useQuery(projectsQuery())
  const me = useQuery(meQuery())
  const mayCreate = canCreate(me.data?.workspace.role)
  const [creating, setCreating] = useState(false)
  const [briefing, setBriefing] = useState(false)
  const briefed = useOnceOpen(briefing)
  const [renaming, setRenaming] = useState<Project>()
  const [removing, setRemoving] = useState<Project>()
  const list = projects.data && newestFirst(projects.data.projects)
  const create = (
    <div className="flex wrap gap-8">
      <Button icon={<Plus size={15} />} onClick={() => setCreating(true)}>
        {strings.newProject}
      </Button>
      <Button variant="primary" icon={<Sparkles size={15} />} onClick={() => setBriefing(true)}>
        {strings.newSiteFromAPrompt}
      </Button>
    </div>
  )
  return (
    <div className={styles.page}>
      <AppBar />
      <main className={styles.main}>
        <div className="row wrap justify-between gap-16">
          <h1 className="type-title tight">{strings.projects}</h1>
          {list && list.length > 0 && mayCreate && create}
        </div>
        {projects.isPending ? (
          <div className={styles.grid}>
            <Skeleton height={150} radius={10} />
            <Skeleton height={150} radius={10} />
            <Skeleton height={150} radius={10} />
          </div>
        ) : projects.isError ? (
          <ErrorNote
            title={errorOf(projects.error).message}
            actions={
              <Button size="sm" onClick={() => projects.refetch()}>
                {strings.tryAgain}
              </Button>
            }
          >
            {errorOf(projects.error).hint}
          </ErrorNote>
        ) : list?.length === 0 && !mayCreate ? (
          <EmptyState icon={<AppWindow size={20} />} title={strings.noProjectForYouYet}>
            {strings.askAnOwnerOrAnAdmin}
          </EmptyState>
        ) : list?.length === 0 ? (
          <EmptyState icon={<AppWindow size={20} />} title={strings.noProjectsYet} actions={create}>
            {strings.aProjectIsOneSiteWith}
          </EmptyState>
        ) : (
          <ul className={styles.grid}>
            {list?.map((project) => (
              <li key={project.id}>
                <ProjectCard
                  project={project}
                  onRename={() => setRenaming(project)}
                  onDelete={() => setRemoving(project)}
                />
              </li>
            ))}
          </ul>
        )}
      </main>
      {briefed && (
        <Suspense>
          <BriefDialog kind="site" open={briefing} onOpenChange={setBriefing} />
        </Suspense>
      )}
      <CreateProject open={creating} onOpenChange={setCreating} />
      <RenameProject project={renaming} onClose={() => setRenaming(undefined)} />
      <DeleteProject project={removing} onClose={() => setRemoving(undefined)} />
    </div>
  )
}
