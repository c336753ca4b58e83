/**
 * Console messages about the machine and not the page: a software renderer composes a WebGL picture; a preloaded file is still
 * waiting for its script a few seconds after the page has loaded.
 */
export const MACHINE_NOTE =
  /GL Driver Message .*GPU stall due to ReadPixels|was preloaded using link preload but not used within a few seconds/;
