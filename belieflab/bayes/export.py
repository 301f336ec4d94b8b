"""A fitted network for other programs and for the eye: a table, a graph, Graphviz, XMLBIF."""

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

import pandas as pd

from belieflab.bayes.density import NetworkParameters
from belieflab.bayes.implied import arc_gains
from belieflab.bayes.tables import LevelMeans, Table
from belieflab.errors import DataError

if TYPE_CHECKING:
    from networkx import DiGraph


class NetworkExport:
    """How a fitted network leaves Python; `root` chooses among the models that AODE averages."""

    classes_: Any
    n_features_in_: int
    levels_: tuple[Any, ...]

    def _models(self) -> tuple[NetworkParameters, ...]:
        raise NotImplementedError

    def feature_names(self) -> list[str]:
        """The names of the features: those of the columns in training, or x0, x1 and so on."""
        names = getattr(self, "feature_names_in_", None)
        if names is None:
            return [f"x{j}" for j in range(self.n_features_in_)]
        return [str(name) for name in names]

    def prior_table(self, root: int = 0) -> pd.DataFrame:
        """One row per class: its prior probability θ."""
        return pd.DataFrame({"class": self.classes_, "θ": self._model(root).weights})

    def arc_table(self, root: int = 0, names: Sequence[str] = ()) -> pd.DataFrame:
        """One row per arc, strongest first: what it explains, in nats per object (`arc_gains`).

        `names` are those of the features, by default those of `feature_names`.
        """
        model, names = self._model(root), names or self.feature_names()
        gains = arc_gains(model)
        arcs = sorted(model.structure.arcs, key=lambda arc: -gains[arc[1], arc[0]])
        rows = [(gains[j, i], names[i], names[j]) for i, j in arcs]
        return pd.DataFrame(rows, columns=["explains", "parent", "feature"])

    def parameter_table(self, root: int = 0, names: Sequence[str] = ()) -> pd.DataFrame:
        """One row per class, feature and term: the intercept β_0, or a parent and its coefficient.

        `variance` is that of the feature given its parents. Features that do not depend on the
        class have one row, with an empty class. Beside discrete features there are the columns
        `level of parent`, `level` and `probability`. `names` are as for `arc_table`.
        """
        model, names = self._model(root), names or self.feature_names()
        families = model.family_of
        rows: list[tuple[Any, str, str, float, float]] = []
        for k, value in enumerate(self.classes_):
            for j, name in enumerate(names):
                if not model.kept[j] or j in families:
                    continue
                variance = float(model.variances[k, j])
                rows.append((value, name, "", float(model.intercepts[k, j]), variance))
                rows += [
                    (value, name, parent, float(model.coefficients[k, j, i]), variance)
                    for i, parent in enumerate(names)
                    if model.parents[j, i]
                ]
        rows += [
            ("", name, "", float(model.means[0, j]), float(model.variances[0, j]))
            for j, name in enumerate(names)
            if not model.kept[j]
        ]
        table = pd.DataFrame(
            rows, columns=["class", "feature", "parent", "coefficient", "variance"]
        )
        return pd.concat([table, self.level_table(root, names)]) if families else table

    def level_table(self, root: int = 0, names: Sequence[str] = ()) -> pd.DataFrame:
        """The part of the parameter table about families with a discrete feature.

        One row per class, level of the parent and level, or mean of a continuous feature.
        """
        model, names = self._model(root), names or self.feature_names()
        rows: list[dict[str, Any]] = []
        for family, (k, value) in itertools.product(model.families, enumerate(self.classes_)):
            own = self._levels(family.feature)
            for i, above in enumerate(self._levels(family.parent)):
                row = {"class": value, "feature": names[family.feature], "level of parent": above}
                row["parent"] = names[family.parent] if family.parent >= 0 else ""
                if isinstance(family, LevelMeans):
                    mean, variance = family.means[k, i], family.variances[k]
                    rows.append({**row, "coefficient": mean, "variance": variance})
                else:
                    chances = family.free[k, i]
                    rows += [
                        {**row, "level": level, "probability": chance}
                        for level, chance in zip(own, chances, strict=True)
                    ]
        return pd.DataFrame(rows)

    def _levels(self, feature: int) -> list[Any]:
        """The levels of a feature; one empty one of a continuous feature and of none."""
        levels = self.levels_[feature] if feature >= 0 else None
        return [""] if levels is None else list(levels)

    def to_networkx(self, root: int = 0) -> "DiGraph":
        """The network as a directed graph of NetworkX, with coefficients per class on its arcs.

        A discrete feature has its levels and its table; an arc from it to a continuous one has the
        means by class and level. The class is the node "class"; a feature named so as well becomes
        "class (feature)".
        """
        try:
            import networkx
        except ImportError:
            raise DataError("to_networkx needs networkx: pip install networkx.") from None
        model, graph = self._model(root), networkx.DiGraph()
        names, families = self._node_names(), model.family_of
        graph.add_node("class", kind="class", classes=list(self.classes_), prior=model.weights)
        for j, name in enumerate(names):
            family = families.get(j)
            known: dict[str, Any] = {"variance": model.variances[:, j]}
            if isinstance(family, Table):
                known = {"levels": self._levels(j), "table": family.free}
            graph.add_node(name, kind="feature", **known)
            if model.kept[j]:
                graph.add_edge("class", name)
        for parent, child in model.structure.arcs:
            family = families.get(child)
            known = {"coefficient": model.coefficients[:, child, parent]} if family is None else {}
            if isinstance(family, LevelMeans):
                known = {"means": family.means}
            graph.add_edge(names[parent], names[child], **known)
        return graph

    def to_dot(self, root: int = 0) -> str:
        """The network in the language of Graphviz."""
        model, names = self._model(root), [_quoted(name) for name in self._node_names()]
        lines = ["digraph network {", '  "class" [shape=box];']
        lines += [f"  {name};" for name in names]
        lines += [f'  "class" -> {name};' for j, name in enumerate(names) if model.kept[j]]
        lines += [f"  {names[a]} -> {names[b]};" for a, b in model.structure.arcs]
        return "\n".join([*lines, "}", ""])

    def to_xmlbif(self, root: int = 0) -> str:
        """The network as XMLBIF-like text.

        XMLBIF has no continuous variables. Each feature is a variable of type "continuous", whose
        table lists per class the intercept, the coefficients of its parents in their order, and
        the variance. A discrete feature has its levels as outcomes, and per class the table of
        their probabilities, level by level of its parent; below it a continuous one has per class
        the means, then the variance.
        """
        model, names = self._model(root), self._node_names()
        out = ['<?xml version="1.0"?>', '<BIF VERSION="0.3">', "<NETWORK>", "<NAME>network</NAME>"]
        out += ['<VARIABLE TYPE="nature">', "  <NAME>class</NAME>"]
        out += [f"  <OUTCOME>{escape(str(value))}</OUTCOME>" for value in self.classes_]
        out.append("</VARIABLE>")
        for j, name in enumerate(names):
            kind = "continuous" if self.levels_[j] is None else "nature"
            outcomes = [] if self.levels_[j] is None else self._levels(j)
            listed = "".join(f"<OUTCOME>{escape(str(each))}</OUTCOME>" for each in outcomes)
            out.append(f'<VARIABLE TYPE="{kind}"><NAME>{escape(name)}</NAME>{listed}</VARIABLE>')
        prior = " ".join(repr(float(weight)) for weight in model.weights)
        out.append(f"<DEFINITION><FOR>class</FOR><TABLE>{prior}</TABLE></DEFINITION>")
        for j, name in enumerate(names):
            given = [i for i in range(len(names)) if model.parents[j, i]]
            out += ["<DEFINITION>", f"  <FOR>{escape(name)}</FOR>"]
            out += ["  <GIVEN>class</GIVEN>"] if model.kept[j] else []
            out += [f"  <GIVEN>{escape(names[i])}</GIVEN>" for i in given]
            for k, value in enumerate(self.classes_ if model.kept[j] else [""]):
                numbers = " ".join(repr(float(x)) for x in _terms(model, k, j))
                out.append(f"  <TABLE CLASS={quoteattr(str(value))}>{numbers}</TABLE>")
            out.append("</DEFINITION>")
        return "\n".join([*out, "</NETWORK>", "</BIF>", ""])

    def _model(self, root: int) -> NetworkParameters:
        models = self._models()
        if not 0 <= root < len(models):
            raise DataError(f"root is a number from 0 to {len(models) - 1}; found {root}.")
        return models[root]

    def _node_names(self) -> list[str]:
        return ["class (feature)" if name == "class" else name for name in self.feature_names()]


def _terms(model: NetworkParameters, k: int, j: int) -> list[Any]:
    """All that describes a feature in one class."""
    family = model.family_of.get(j)
    if isinstance(family, LevelMeans):
        return [*family.means[k], family.variances[k]]
    if isinstance(family, Table):
        return list(family.free[k].ravel())
    slopes = model.coefficients[k, j, model.parents[j]]
    return [model.intercepts[k, j], *slopes, model.variances[k, j]]


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
