import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { Field } from "../../src/ui/form/field.tsx";
import { loadTexts } from "./open-panel.tsx";

beforeAll(() => loadTexts());
afterEach(cleanup);

test("a long label of an optional field may break before the word that says so", () => {
  render(
    <Field label="Date of the document" optional>
      {(control) => <input {...control} />}
    </Field>,
  );
  const label = screen.getByText(/Date of the document/);
  expect(label.textContent).toBe("Date of the document optional");
});
