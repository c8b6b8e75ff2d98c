import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { ApiError } from "../api/api-error.ts";
import { isLineLost, whenLineIsBack } from "../api/connection.ts";
import { dropDraft, keepDraft, readDraft } from "./draft.ts";
import { issueText } from "./form-issues.ts";

type Errors = Record<string, string>;

type Options<S extends z.ZodType, V> = {
  /** The contract's schema, or how to fetch it when it is first needed; its output is what is sent. */
  schema: S | (() => Promise<S>);
  initial: V;
  /** Under which name this tab remembers what was typed, until it is saved or given up: "garden:new". */
  draft?: string;
  /**
   * Sends; may throw ApiError, whose field texts go under their fields. Calls `settle` when the values are saved though
   * something after them may still fail.
   */
  submit: (output: z.output<S>, settle: () => void) => Promise<void>;
};

/** Props that an input takes from a form. */
export type FieldProps<T> = {
  name: string;
  value: T;
  onChange: (value: T) => void;
  error: string | undefined;
};

export type Form<V extends object> = ReturnType<typeof useForm<z.ZodType, V>>;

/** Part of a form, whatever its fields are, for components that send it, show its failure and guard unsaved input. */
export type SentForm = Pick<
  Form<object>,
  | "ref"
  | "handleSubmit"
  | "failure"
  | "errors"
  | "errorsElsewhere"
  | "busy"
  | "isDirty"
  | "isWaiting"
  | "isRestored"
  | "forget"
  | "startAgain"
>;

/**
 * Holds the state of a form: values, texts of errors, sending. Validates with the contract's schema when sent and, once
 * a field has failed, again at each change, so that a repaired field goes quiet at once.
 */
export function useForm<S extends z.ZodType, V extends object>({
  schema,
  initial,
  draft,
  submit,
}: Options<S, V>) {
  const { t, i18n } = useTranslation();
  // The catalogue of errors is no small file: the first page fetches it while someone types.
  const loadErrorTexts = () => i18n.loadNamespaces("errors");
  const [start] = useState(initial);
  const [restored, setRestored] = useState(() => (draft ? readDraft(draft, initial) : undefined));
  const [values, setValues] = useState(restored ?? initial);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const saved = useRef(JSON.stringify(initial));
  const latest = useRef(values);
  latest.current = values;
  const isSending = useRef(false);
  // Set while something waits for the line: what takes it back.
  const [waiting, setWaiting] = useState<{ cancel: () => void }>();
  useEffect(() => () => waiting?.cancel(), [waiting]);
  const element = useRef<HTMLFormElement>(null);
  const known = useRef(typeof schema === "function" ? undefined : schema);
  async function loadRules(): Promise<S> {
    known.current ??= typeof schema === "function" ? await schema() : schema;
    return known.current;
  }
  // Counts the refused sendings. Typing repairs errors too, and must not move the focus to what is still wrong.
  const [refusals, setRefusals] = useState(0);
  // Paths whose errors this rendering shows at a field: FormFailure shows those that are left over.
  const placed = useRef(new Set<string>());
  placed.current = new Set();

  function errorOf(path: string): string | undefined {
    placed.current.add(path);
    return errors[path];
  }

  function errorWithin(path: string): string | undefined {
    const own = Object.keys(errors).filter((one) => one === path || one.startsWith(`${path}.`));
    const texts = new Set(own.map(errorOf));
    return texts.size > 0 ? [...texts].join(" ") : undefined;
  }

  useEffect(() => {
    if (refusals) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  function refuse(found: Errors): void {
    setErrors(found);
    setRefusals((before) => before + 1);
  }

  function check(rules: S, candidate: V): { output?: z.output<S>; errors: Errors } {
    const result = rules.safeParse(candidate);
    if (result.success) return { output: result.data, errors: {} };
    const found: Errors = {};
    for (const issue of result.error.issues) {
      const path = issue.path.join(".");
      found[path] ??= issueText(issue, candidate, t);
    }
    return { errors: found };
  }

  function set<K extends keyof V>(key: K, value: V[K]): void {
    void loadErrorTexts();
    // Asked for anew when it is sent, if they do not come now.
    void loadRules().catch(() => undefined);
    const next = { ...latest.current, [key]: value };
    latest.current = next;
    setValues(next);
    setFailure(null);
    if (draft) keepDraft(draft, start, next);
    const rules = known.current;
    if (rules) setErrors((before) => stillWrong(before, String(key), check(rules, next).errors));
  }

  async function handleSubmit(event?: { preventDefault: () => void }): Promise<void> {
    event?.preventDefault();
    // The button sleeps only from the next drawing on: pressed twice at once, it is sent once.
    if (isSending.current) return;
    isSending.current = true;
    setWaiting(undefined);
    await send().finally(() => {
      isSending.current = false;
    });
  }

  /** Sends what could not leave this machine as soon as the line is back. */
  function waitForLine(): void {
    setWaiting({ cancel: whenLineIsBack(() => void handleSubmit()) });
  }

  /** Undefined where they do not come; the form then says why it was not sent. */
  async function waitForRules(): Promise<S | undefined> {
    if (!known.current) setBusy(true);
    try {
      // Texts are asked for until they come: without a line that would hold the form back for as long as it is lost.
      const hasLine = navigator.onLine && !isLineLost();
      const [rules] = await Promise.all([loadRules(), hasLine && loadErrorTexts()]);
      return rules;
    } catch (error) {
      setFailure(error);
      if (isLineLost()) waitForLine();
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  async function send(): Promise<void> {
    const rules = await waitForRules();
    if (!rules) return;
    const checked = check(rules, latest.current);
    if (checked.output === undefined) return refuse(checked.errors);
    setErrors({});
    setBusy(true);
    setFailure(null);
    const sent = JSON.stringify(latest.current);
    let before = saved.current;
    const settle = () => {
      before = sent;
    };
    // Marked as saved before sending: `submit` may navigate away, which the guard would stop.
    saved.current = sent;
    // Sent by itself later only where it cannot have arrived: without a line nothing left this machine.
    const hasLine = navigator.onLine;
    try {
      await submit(checked.output, settle);
      if (draft) dropDraft(draft);
    } catch (error) {
      if (!hasLine && error instanceof ApiError && error.status === 0) waitForLine();
      saved.current = before;
      if (error instanceof ApiError) refuse(error.fields);
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return {
    values,
    errors,
    /** The text for one field, by dotted path; asking for it means showing it there. */
    errorOf,
    /** The same with the texts for parts that are no fields of their own: `boundary.coordinates`. */
    errorWithin,
    /** The texts that no field asked for, once all fields are rendered. */
    errorsElsewhere: () =>
      Object.entries(errors)
        .filter(([path]) => !placed.current.has(path))
        .map(([, text]) => text),
    /** Reason why it was not saved; shown by FormFailure. */
    failure,
    busy,
    /** True while it waits for the line, to be sent by itself when that is back. */
    isWaiting: waiting !== undefined,
    /** True if it began with what was typed before and not saved. */
    isRestored: restored !== undefined,
    /** Forgets what was typed: the form is left without saving. */
    forget: () => {
      if (draft) dropDraft(draft);
    },
    /** Back to what the form began with. */
    startAgain: () => {
      if (draft) dropDraft(draft);
      latest.current = start;
      setValues(start);
      setRestored(undefined);
      setErrors({});
      setFailure(null);
    },
    set,
    handleSubmit,
    ref: element,
    /** Tells whether something was changed since it was opened or saved. */
    isDirty: () => JSON.stringify(latest.current) !== saved.current,
    field: <K extends keyof V & string>(key: K): FieldProps<V[K]> => ({
      name: key,
      value: values[key],
      onChange: (value) => set(key, value),
      error: errorWithin(key),
    }),
  };
}

/** Of the texts shown so far, those of other fields stay and those of this one are found anew. */
function stillWrong(before: Errors, key: string, found: Errors): Errors {
  const own = (path: string) => path === key || path.startsWith(`${key}.`);
  const kept: Errors = {};
  for (const [path, text] of Object.entries(before)) {
    if (!own(path)) kept[path] = text;
    else if (found[path]) kept[path] = found[path];
  }
  return kept;
}
