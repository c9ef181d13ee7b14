// The requests of a view, by purpose: a new request aborts the one it replaces.
export function makeRequests() {
  const controllers = new Map();

  function cancel(...purposes) {
    for (const purpose of purposes) {
      controllers.get(purpose)?.abort();
      controllers.delete(purpose);
    }
  }

  // Returns the signal of the new request.
  function begin(purpose) {
    cancel(purpose);
    controllers.set(purpose, new AbortController());
    return controllers.get(purpose).signal;
  }

  return { begin, cancel, cancelAll: () => cancel(...controllers.keys()) };
}

export const isAbort = (error) => error.name === "AbortError";
