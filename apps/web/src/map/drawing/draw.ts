// Named here so that only these come along: the whole of terra-draw is 248 kB, this is half.
export {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawModeUndoRedo,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  TerraDrawSessionUndoRedo,
  TerraDrawUndoRedoKeyboardShortcuts,
  ValidateNotSelfIntersecting,
} from "terra-draw";
export { TerraDrawMapLibreGLAdapter } from "terra-draw-maplibre-gl-adapter";
