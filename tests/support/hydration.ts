/** An expression for the page: true once React has hydrated it. A click before that is lost. */
export const IS_HYDRATED = `Object.keys(document.querySelector('main h1, main h2') ?? {}).some((key) => key.startsWith('__reactFiber'))`;
