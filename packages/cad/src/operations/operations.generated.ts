// Written by `npm run format` from the operations; `npm run check` fails if it is out of date.
import { addArc } from './addArc.ts'
import { addCircle } from './addCircle.ts'
import { addConstraint } from './addConstraint.ts'
import { addLine } from './addLine.ts'
import { addPoint } from './addPoint.ts'
import { addPolygon } from './addPolygon.ts'
import { addRectangle } from './addRectangle.ts'
import { addSlot } from './addSlot.ts'
import { addSpline } from './addSpline.ts'
import { checkPart } from './checkPart.ts'
import { createAxis } from './createAxis.ts'
import { createBoltCircle } from './createBoltCircle.ts'
import { createBoolean } from './createBoolean.ts'
import { createBoss } from './createBoss.ts'
import { createBox } from './createBox.ts'
import { createCenteredRectangle } from './createCenteredRectangle.ts'
import { createCenterlinesAtOrigin } from './createCenterlinesAtOrigin.ts'
import { createChamfer } from './createChamfer.ts'
import { createChamferedRectangle } from './createChamferedRectangle.ts'
import { createCircleWithRadius } from './createCircleWithRadius.ts'
import { createCircularPattern } from './createCircularPattern.ts'
import { createCone } from './createCone.ts'
import { createCylinder } from './createCylinder.ts'
import { createDraft } from './createDraft.ts'
import { createExtrude } from './createExtrude.ts'
import { createFillet } from './createFillet.ts'
import { createHelixSweep } from './createHelixSweep.ts'
import { createHole } from './createHole.ts'
import { createLinearPattern } from './createLinearPattern.ts'
import { createLoft } from './createLoft.ts'
import { createMirror } from './createMirror.ts'
import { createPlane } from './createPlane.ts'
import { createPocket } from './createPocket.ts'
import { createRevolve } from './createRevolve.ts'
import { createRib } from './createRib.ts'
import { createRoundedRectangle } from './createRoundedRectangle.ts'
import { createShell } from './createShell.ts'
import { createSketch } from './createSketch.ts'
import { createSphere } from './createSphere.ts'
import { createSweep } from './createSweep.ts'
import { createSymmetricProfile } from './createSymmetricProfile.ts'
import { deleteConfiguration } from './deleteConfiguration.ts'
import { deleteEntity } from './deleteEntity.ts'
import { deleteFeature } from './deleteFeature.ts'
import { deleteParameter } from './deleteParameter.ts'
import { deletePoint } from './deletePoint.ts'
import { deleteRequirement } from './deleteRequirement.ts'
import { describeRefs } from './describeRefs.ts'
import { duplicateFeature } from './duplicateFeature.ts'
import { enterSketch } from './enterSketch.ts'
import { exitSketch } from './exitSketch.ts'
import { exportPart } from './exportPart.ts'
import { filletAllEdges } from './filletAllEdges.ts'
import { findEdges } from './findEdges.ts'
import { findFaces } from './findFaces.ts'
import { getBoundingBox } from './getBoundingBox.ts'
import { getCurrentSelection } from './getCurrentSelection.ts'
import { getMassProperties } from './getMassProperties.ts'
import { getModelContext } from './getModelContext.ts'
import { getModelSnapshot } from './getModelSnapshot.ts'
import { getSketchSolveReport } from './getSketchSolveReport.ts'
import { getSketchStatus } from './getSketchStatus.ts'
import { importStep } from './importStep.ts'
import { listConfigurations } from './listConfigurations.ts'
import { listParameters } from './listParameters.ts'
import { measureAngle } from './measureAngle.ts'
import { measureDistance } from './measureDistance.ts'
import { mergePoints } from './mergePoints.ts'
import { modifyConstraintValue } from './modifyConstraintValue.ts'
import { modifyFeature } from './modifyFeature.ts'
import { movePoint } from './movePoint.ts'
import { projectEdges } from './projectEdges.ts'
import { redo } from './redo.ts'
import { removeConstraint } from './removeConstraint.ts'
import { renameFeature } from './renameFeature.ts'
import { reorderFeature } from './reorderFeature.ts'
import { repairRef } from './repairRef.ts'
import { setConfiguration } from './setConfiguration.ts'
import { setParameter } from './setParameter.ts'
import { setPartProperties } from './setPartProperties.ts'
import { setRequirement } from './setRequirement.ts'
import { suppressFeature } from './suppressFeature.ts'
import { toggleConstruction } from './toggleConstruction.ts'
import { tryParameters } from './tryParameters.ts'
import { undo } from './undo.ts'

/** The operations in this folder and those below, by name. */
export const operations = [
  addArc,
  addCircle,
  addConstraint,
  addLine,
  addPoint,
  addPolygon,
  addRectangle,
  addSlot,
  addSpline,
  checkPart,
  createAxis,
  createBoltCircle,
  createBoolean,
  createBoss,
  createBox,
  createCenteredRectangle,
  createCenterlinesAtOrigin,
  createChamfer,
  createChamferedRectangle,
  createCircleWithRadius,
  createCircularPattern,
  createCone,
  createCylinder,
  createDraft,
  createExtrude,
  createFillet,
  createHelixSweep,
  createHole,
  createLinearPattern,
  createLoft,
  createMirror,
  createPlane,
  createPocket,
  createRevolve,
  createRib,
  createRoundedRectangle,
  createShell,
  createSketch,
  createSphere,
  createSweep,
  createSymmetricProfile,
  deleteConfiguration,
  deleteEntity,
  deleteFeature,
  deleteParameter,
  deletePoint,
  deleteRequirement,
  describeRefs,
  duplicateFeature,
  enterSketch,
  exitSketch,
  exportPart,
  filletAllEdges,
  findEdges,
  findFaces,
  getBoundingBox,
  getCurrentSelection,
  getMassProperties,
  getModelContext,
  getModelSnapshot,
  getSketchSolveReport,
  getSketchStatus,
  importStep,
  listConfigurations,
  listParameters,
  measureAngle,
  measureDistance,
  mergePoints,
  modifyConstraintValue,
  modifyFeature,
  movePoint,
  projectEdges,
  redo,
  removeConstraint,
  renameFeature,
  reorderFeature,
  repairRef,
  setConfiguration,
  setParameter,
  setPartProperties,
  setRequirement,
  suppressFeature,
  toggleConstruction,
  tryParameters,
  undo,
] as const
